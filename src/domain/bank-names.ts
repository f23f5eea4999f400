/**
 * The fit of a name to the bank's text. `whole`: the name and nothing else that could be a name. `cut`: its beginning,
 * up to the end of the text, as banks cut it. `part`: some of it, or it stands within another name.
 */
export type NameFit = 'whole' | 'cut' | 'part'

/** Particles that people write or leave out in names. */
const CONNECTORS = new Set(['de', 'da', 'do', 'dos', 'das', 'e', 'd'])

/** Words that banks and payment files write around a name; any other word may be part of a longer name. */
const AROUND = new Set(
  `trf transf transfer transferencia transferencias transfers sepa sct instant inst imediata imediato imed interbancaria intra nacional
  p o a to from para por sent money payment received mb way mbway pag pagamento pagto ordem ord ordenado ordenados vencimento salario
  dev devol devolucao devolvida devolvido rejeitada return returned cr db cred deb credito debito conta iban nib ref referencia extrato
  semana acerto statement week encerrada emitida recebida app online net ib with reference fornec fornecedor fornecedores eur`
    .split(/\s+/)
    .filter(Boolean),
)

/** Writes a text in lower case, without accents and signs. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

type WrittenName = { text: string; party: string | null }

/**
 * Answers how well a name fits what a bank wrote: the name of the other side where the bank gives one, else its text.
 * `null` where it does not fit at all.
 */
export function nameFit(written: WrittenName, name: string): NameFit | null {
  return fitsOf(written)(name)
}

/** Works like `nameFit`, for comparing many names with one movement: it splits the bank's text only once. */
export function fitsOf({ text, party }: WrittenName): (name: string) => NameFit | null {
  const namesIn = (part: string) => part.split(/[·;,|]/).map(wordsOfName)
  const [names, namesInText] = [namesIn(party ?? text), party === null ? [] : namesIn(text)]
  return (name) => {
    const nameWords = wordsOfName(name)
    const fit = fitOf(names, nameWords)
    // The bank names the other side, and it is somebody else: the name in the text alone is not enough.
    return fit === null && fitOf(namesInText, nameWords) !== null ? 'part' : fit
  }
}

function fitOf(segments: readonly (readonly string[])[], nameWords: readonly string[]): NameFit | null {
  if (nameWords.length === 0) return null
  const fits = segments.map((words) => fitOfName(words, nameWords))
  return fits.find((fit) => fit === 'whole') ?? fits.find((fit) => fit === 'cut') ?? fits.find(Boolean) ?? null
}

function wordsOfName(text: string): string[] {
  return plainText(text)
    .split(' ')
    .filter((word) => word !== '' && !CONNECTORS.has(word))
}

function fitOfName(words: readonly string[], name: readonly string[]): NameFit | null {
  const whole = name.join('')
  let best: NameFit | null = null
  for (const from of words.keys()) {
    if (!isAround(words[from - 1])) continue
    const length = lengthOf(words, from, whole)
    if (length > 0 && name.length > 1 && isAround(words[from + length])) return 'whole'
    // The name is cut: it goes on to the end of the text, and its first word is complete.
    const rest = words.slice(from).join('')
    const isBeginning = words[from] === name[0] && rest.length < whole.length && whole.startsWith(rest)
    if (isBeginning && (words[from] ?? '').length >= 3 && name.length > 1) best = 'cut'
  }
  if (best !== null) return best
  return name.some((word) => word.length >= 3 && words.includes(word)) ? 'part' : null
}

/** Counts the words from an index on that make up a name written as one word; 0 where none do. `Sant'Ana` may be one word or two. */
function lengthOf(words: readonly string[], from: number, whole: string): number {
  let joined = ''
  for (let length = 1; from + length <= words.length; length += 1) {
    joined += words[from + length - 1]
    if (joined === whole) return length
    if (!whole.startsWith(joined)) return 0
  }
  return 0
}

function isAround(word: string | undefined): boolean {
  return word === undefined || AROUND.has(word) || /\d/.test(word)
}
