/** A socket that is opened and closed by hand. */
export class HandSocket {
  readyState = 0
  sent: { type: string; id?: string }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; id?: string })
  }
  close(): void {
    this.readyState = 3
  }
  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  drops(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}
