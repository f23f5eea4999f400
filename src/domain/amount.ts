import { type Cents, cents } from './money.ts'

/** Ways to type an amount: one mark between thousands, another before the decimals; a space may separate thousands in both. */
const STYLES = [
  /^(?<whole>\d+)(?:[.,](?<decimals>\d{1,2}))?$/,
  /^(?<whole>[1-9]\d{0,2}(?:\.\d{3})+),(?<decimals>\d{1,2})$/,
  /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+)\.(?<decimals>\d{1,2})$/,
  /^(?<whole>[1-9]\d{0,2}(?:\.\d{3}){2,})$/,
  /^(?<whole>[1-9]\d{0,2}(?:,\d{3}){2,})$/,
  /^(?<whole>[1-9]\d{0,2}(?: \d{3})+)(?:[.,](?<decimals>\d{1,2}))?$/,
]

const SIGN_AND_EURO = /^(?<minus>[-−]?) ?(?:€ ?(?<after>[^€]+)|(?<before>[^€]+?) ?€|(?<bare>[^€]+))$/

/** Ordinary, no-break and narrow no-break space. */
const SPACES = /[ \u00A0\u202F]+/g

/**
 * Reads an amount of euros as a person types it, in cents: `1.234,56`, `1,234.56`, `1 234,56`, `1234.5`, `−12 €`.
 * `null` for malformed text, for parts of a cent, and for one mark before exactly three digits (`12,345`, `1.234`):
 * some read it as a thousand and others as a fraction, and money is not guessed.
 */
export function readTypedCents(text: string): Cents | null {
  const parts = SIGN_AND_EURO.exec(text.replace(SPACES, ' ').trim())?.groups
  if (!parts) return null
  const figure = parts.after ?? parts.before ?? parts.bare ?? ''
  for (const style of STYLES) {
    const found = style.exec(figure)?.groups
    if (!found) continue
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the pattern has the group
    const size = Number(`${found.whole!.replaceAll(/[., ]/g, '')}${(found.decimals ?? '').padEnd(2, '0')}`)
    return amountOrNull(parts.minus ? -size : size)
  }
  return null
}

/**
 * Reads a whole number, 0 or more, as a person types it: kilometres, weeks, trips. `1.700`, `1,700` and `1 700` are all
 * seventeen hundred, since a count has no decimals. `null` for anything else.
 */
export function readTypedCount(text: string): number | null {
  const figure = text.replace(SPACES, ' ').trim()
  if (!/^(?:\d+|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+|(?: \d{3})+))$/.test(figure)) return null
  const count = Number(figure.replaceAll(/[., ]/g, ''))
  return Number.isSafeInteger(count) ? count : null
}

/** Largest amount that a person may type, in cents: the records of a fleet have room for it. */
export const MAX_AMOUNT = 100_000_000

/** Answers `null` for an amount no fleet can have: it is a typing mistake, not a defect. */
function amountOrNull(amount: number): Cents | null {
  try {
    return cents(amount)
  } catch {
    return null
  }
}
