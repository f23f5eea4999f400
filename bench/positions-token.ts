/** The token of the phone in the car of this number. */
export function tokenOf(secret: string, car: number): string {
  return `${secret}${String(car).padStart(6, '0')}`
}
