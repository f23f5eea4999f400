/**
 * How much of a name a bank's words hold. `whole`: the name and nothing else that could be a name. `cut`: its beginning, to the end of
 * the words, as banks cut it. `part`: some of it, or it stands within another name.
 */
export type NameFit = 'whole' | 'cut' | 'part'

/** Names of people are told with and without these. */
const CONNECTORS = new Set(['de', 'da', 'do', 'dos', 'das', 'e', 'd'])

/** What banks and payment files write around a name; any other word may be part of a longer one. */
const AROUND = new Set(
  `trf transf transfer transferencia transferencias transfers sepa sct instant inst imediata imediato imed interbancaria intra nacional
  p o a to from para por sent money payment received mb way mbway pag pagamento pagto ordem ord ordenado ordenados vencimento salario
  dev devol devolucao devolvida devolvido rejeitada return returned cr db cred deb credito debito conta iban nib ref referencia extrato
  semana acerto statement week encerrada emitida recebida app online net ib with reference fornec fornecedor fornecedores eur`
    .split(/\s+/)
    .filter(Boolean),
)

/** Lower case, without accents and signs. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

type Written = { text: string; party: string | null }

/**
 * How a name stands in what a bank wrote: in the name of the other side where the bank says one apart, else in its text. `null` where
 * nothing of it does.
 */
export function nameFit(written: Written, name: string): NameFit | null {
  return fitsOf(written)(name)
}

/** Like `nameFit`, for holding many names against one movement: what the bank wrote is taken apart once. */
export function fitsOf({ text, party }: Written): (name: string) => NameFit | null {
  const namesIn = (said: string) => said.split(/[·;,|]/).map(wordsOfName)
  const [names, namesInText] = [namesIn(party ?? text), party === null ? [] : namesIn(text)]
  return (name) => {
    const wanted = wordsOfName(name)
    const fit = fitOf(names, wanted)
    // Who is named apart from the text is somebody else: that the text bears the name too is not enough.
    return fit === null && fitOf(namesInText, wanted) !== null ? 'part' : fit
  }
}

function fitOf(segments: readonly (readonly string[])[], wanted: readonly string[]): NameFit | null {
  if (wanted.length === 0) return null
  const fits = segments.map((words) => fitIn(words, wanted))
  return fits.find((fit) => fit === 'whole') ?? fits.find((fit) => fit === 'cut') ?? fits.find(Boolean) ?? null
}

function wordsOfName(text: string): string[] {
  return plain(text)
    .split(' ')
    .filter((word) => word !== '' && !CONNECTORS.has(word))
}

function fitIn(words: readonly string[], name: readonly string[]): NameFit | null {
  const whole = name.join('')
  let best: NameFit | null = null
  for (const from of words.keys()) {
    if (!isAround(words[from - 1])) continue
    const length = lengthOf(words, from, whole)
    if (length > 0 && name.length > 1 && isAround(words[from + length])) return 'whole'
    // Cut: it goes on to the end of the words, and its first word is whole.
    const rest = words.slice(from).join('')
    const isBeginning = words[from] === name[0] && rest.length < whole.length && whole.startsWith(rest)
    if (isBeginning && (words[from] ?? '').length >= 3 && name.length > 1) best = 'cut'
  }
  if (best !== null) return best
  return name.some((word) => word.length >= 3 && words.includes(word)) ? 'part' : null
}

/** How many words from a place on make up a name written in one; 0 where none do. `Sant'Ana` may be one word or two. */
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
