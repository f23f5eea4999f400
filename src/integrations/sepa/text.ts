/** Matches characters that the Portuguese C2B manual (v03.01) does not allow; they are replaced before the file is sent. */
const NOT_ALLOWED = /[^a-zA-Z0-9 /\-?:().,'+]/g

/** Replacements that the manual names, then letters that have no base letter with an accent. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '+',
  '€': 'E',
  '@': '(at)',
  _: '-',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '’': "'",
  '‘': "'",
  '`': "'",
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  ';': ',',
  '\\': '/',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ð: 'd',
  Ð: 'D',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
}

/**
 * Writes a text as SEPA allows it: accents stripped, the manual's replacements made, other characters a space, at most
 * `maxLength` characters (35 identifiers, 70 names, 140 remittance), no `/` at either end and never `//`. A text of which
 * nothing is left, as a name in another script, becomes `NOTPROVIDED`: the elements may not be empty.
 */
export function sepaText(text: string, maxLength: 35 | 70 | 140): string {
  const plain = [...text.normalize('NFKD').replace(/\p{Mark}/gu, '')]
    .map((letter) => REPLACEMENTS[letter] ?? letter)
    .join('')
    .replace(NOT_ALLOWED, ' ')
    .replace(/ +/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/^[ /]+/, '')
    .slice(0, maxLength)
    .replace(/[ /]+$/, '')
  return plain || 'NOTPROVIDED'
}

/** Whether a text can be an identifier of a message or a payment unchanged: 1–35 allowed characters. */
export function isSepaId(text: string): boolean {
  return text !== '' && sepaText(text, 35) === text
}
