/**
 * How well a name fits the bank's text. `whole`: the text has the name and no other name. `cut`: the text ends with the
 * beginning of the name, as banks cut long texts. `part`: the text has some words of the name, or the name
 * within a longer one, or the name stands in the free text while the bank names another party.
 */
export type NameFit = 'whole' | 'cut' | 'part'

/** Particles that people write or leave out in names. */
const CONNECTORS = new Set(['de', 'da', 'do', 'dos', 'das', 'e', 'd'])

/** Words that banks and payment files write around a name; any other word may be part of a longer name. */
const FILLER_WORDS = new Set(
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
  return nameMatcher(written)(name)
}

/** Answers `nameFit` for many names and one movement: it splits the bank's text only once. */
export function nameMatcher({ text, party }: WrittenName): (name: string) => NameFit | null {
  const splitNames = (part: string) => part.split(/[·;,|]/).map(wordsOfName)
  const names = splitNames(party ?? text)
  const namesInText = party === null ? [] : splitNames(text)
  return (name) => {
    const nameWords = wordsOfName(name)
    const fit = bestFit(names, nameWords)
    // The bank names the other side, and it is somebody else: the name in the text alone is not enough.
    return fit === null && bestFit(namesInText, nameWords) !== null ? 'part' : fit
  }
}

function bestFit(segments: readonly (readonly string[])[], nameWords: readonly string[]): NameFit | null {
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
  const joinedName = name.join('')
  let best: NameFit | null = null
  for (const from of words.keys()) {
    if (!isNoName(words[from - 1])) continue
    const length = countNameWords(words, from, joinedName)
    if (length > 0 && name.length > 1 && isNoName(words[from + length])) return 'whole'
    // The name is cut: it goes on to the end of the text, and its first word is complete.
    const rest = words.slice(from).join('')
    const isBeginning = words[from] === name[0] && rest.length < joinedName.length && joinedName.startsWith(rest)
    if (isBeginning && (words[from] ?? '').length >= 3 && name.length > 1) best = 'cut'
  }
  if (best !== null) return best
  return name.some((word) => word.length >= 3 && words.includes(word)) ? 'part' : null
}

/** Counts the words from an index on that make up a name written as one word; 0 where none do. `Sant'Ana` may be one word or two. */
function countNameWords(words: readonly string[], from: number, joinedName: string): number {
  let joined = ''
  for (let length = 1; from + length <= words.length; length += 1) {
    joined += words[from + length - 1]
    if (joined === joinedName) return length
    if (!joinedName.startsWith(joined)) return 0
  }
  return 0
}

/** Whether a word cannot be part of a name; `undefined` is the end of the text. */
function isNoName(word: string | undefined): boolean {
  return word === undefined || FILLER_WORDS.has(word) || /\d/.test(word)
}
