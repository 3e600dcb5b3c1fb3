import { connect, type Socket } from "node:net"

/** A minimal HTTP/1.1 keep-alive connection with one call at a time, so that the client costs little. */
export class Connection {
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)
  #done: ((status: number) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on("data", (data) => this.#receive(data))
    socket.on("close", () => this.#answer(0))
    socket.on("error", () => this.#answer(0))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(new Connection(socket)))
      socket.once("error", reject)
    })
  }

  /** `done` gets the status, or 0 when the connection broke. */
  call(request: string, done: (status: number) => void): void {
    this.#done = done
    this.#socket.write(request, "latin1")
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(data: Buffer): void {
    this.#held = this.#held.length === 0 ? data : Buffer.concat([this.#held, data])
    const end = this.#held.indexOf("\r\n\r\n")
    if (end < 0) return
    const head = this.#held.toString("latin1", 0, end)
    // Refusals by the HTTP server itself, such as 408, have neither a body nor its length.
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0
    const size = end + 4 + Number(length)
    if (this.#held.length < size) return
    this.#held = this.#held.subarray(size)
    this.#answer(Number(head.slice(9, 12)))
  }

  #answer(status: number): void {
    const done = this.#done
    this.#done = undefined
    done?.(status)
  }
}
