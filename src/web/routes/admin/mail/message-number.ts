/** A number of the outbox; what is none finds no message. */
export function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
