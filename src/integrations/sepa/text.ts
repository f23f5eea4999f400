/** Characters the Portuguese C2B manual (v03.01) lets through; everything else is replaced before it is sent. */
const REFUSED = /[^a-zA-Z0-9 /\-?:().,'+]/g

/** What the manual replaces by name, then letters that do not come apart into a base letter and an accent. */
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
 * A text as SEPA carries it: accents stripped, the manual's replacements made, other characters a space,
 * at most `longest` characters (35 identifiers, 70 names, 140 remittance), no `/` at either end and never `//`.
 * A text of which nothing is left, as a name in another script, is `NOTPROVIDED`: the elements may not be empty.
 */
export function sepaText(text: string, longest: 35 | 70 | 140): string {
  const plain = [...text.normalize('NFKD').replace(/\p{Mark}/gu, '')]
    .map((letter) => REPLACEMENTS[letter] ?? letter)
    .join('')
    .replace(REFUSED, ' ')
    .replace(/ +/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/^[ /]+/, '')
    .slice(0, longest)
    .replace(/[ /]+$/, '')
  return plain || 'NOTPROVIDED'
}

/** Whether a text can be an identifier of a message or a payment as it stands: 1–35 characters nothing is done to. */
export function isSepaId(text: string): boolean {
  return text !== '' && sepaText(text, 35) === text
}
