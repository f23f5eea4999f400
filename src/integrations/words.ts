/** Writes a text for comparison: upper case, without accents, with one space for anything but letters and figures. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}

/** Reduces a heading to its letters and figures: `V. UNIT.` is `VUNIT`. */
export function letters(heading: string): string {
  return plainText(heading).replaceAll(' ', '')
}

/** Whether a cell says that its row only sums others: `Total`, `Subtotal`, `TOTAIS`, `Soma`, `Total geral`. */
export function isTotalWord(text: string): boolean {
  return /^(?:SUB ?|GRAND )?TOTA(?:L|IS|LES)\b|^SOMA\b/.test(plainText(text))
}
