/** The blocks of a mail whose words were made bold, coloured, a link and a list. */
export const writtenWords = [
  {
    type: "text",
    content: [
      {
        type: "paragraph",
        align: "center",
        runs: [{ text: "Our " }, { text: "teas", bold: true, color: "#b3301f" }, { text: " are here" }]
      },
      { type: "paragraph", runs: [{ text: "See them", link: "https://shop.example/teas" }] }
    ]
  }
]
