// SVG paths on a 24 × 24 grid.
const paths = {
  home: "M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-6h4v6",
  contacts:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 3.2 2.6 3.5 5.1",
  orders: "M5 8h14l1 12H4L5 8ZM8.5 8V7a3.5 3.5 0 0 1 7 0v1",
  coupons:
    "M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4zM10 6v12",
  carts: "M3 4h2.5l2.3 11h9.9L20 7.5H6.5M9.5 20h.01M16.5 20h.01",
  products: "M12 3.5 20 8v8l-8 4.5L4 16V8l8-4.5ZM4 8l8 4.5L20 8M12 12.5v8",
  flows: "M9 3.5h6v4H9zM3 16.5h6v4H3zM15 16.5h6v4h-6zM12 7.5V12M6 16.5V12h12v4.5",
  segments: "M12 3.5v8.5h8.5A8.5 8.5 0 1 1 12 3.5ZM15.5 3.8a8.5 8.5 0 0 1 4.7 4.7h-4.7V3.8Z",
  campaigns: "M4 10v4h3l8 4.5v-13L7 10H4ZM18.5 9.5a3.5 3.5 0 0 1 0 5M7.5 14.5 9 20h2.5",
  messages: "M3.5 5.5h17v13h-17zM3.5 6.5 12 13l8.5-6.5",
  events: "M13 3 5 13.5h6L10.5 21 19 10h-6.5L13 3Z",
  forms: "M5 3.5h14v17H5zM8.5 8h7M8.5 12h7M8.5 16.5h3",
  imports: "M12 3.5v11M7.5 10.5 12 15l4.5-4.5M4 16v4h16v-4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  delay: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.5l3.5 2",
  sms: "M4 4.5h16v11H10l-4 4v-4H4zM8 10h.01M12 10h.01M16 10h.01",
  split: "M12 3v6M12 9c0 4-6 3-6 8v4M12 9c0 4 6 3 6 8v4",
  tag: "M3.5 12.5v-8h8L21 14l-7.5 7.5-10-9ZM8 8h.01",
  webhook: "M8 7 3 12l5 5M16 7l5 5-5 5M13.5 5l-3 14",
  exit: "M6 6l12 12M18 6 6 18",
  consent: "M12 3l7.5 3v5.5c0 4.6-3.1 7.9-7.5 9.5-4.4-1.6-7.5-4.9-7.5-9.5V6L12 3ZM8.5 12l2.5 2.5 4.5-5",
  click: "M9 3v3M3 9h3M4.8 4.8 7 7M10 10l4 11 2-5 5-2-11-4Z",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9h.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1-1",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  remove: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20.5 20.5",
  plus: "M12 5v14M5 12h14",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9",
  back: "M19 12H5M11 6l-6 6 6 6"
} as const
export type IconName = keyof typeof paths

/** A decorative icon beside a label, hidden from screen readers. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={paths[name]} />
  </svg>
)
