/** What a file of the reader is called, such that every system takes the name: no accents, no spaces, no slashes. */
export function downloadName(words: string, ending: string): string {
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return `${plain.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.${ending}`
}

/** What strangers send is kept as one of these two: the endings each has, the first one where a name has none of them. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
}
/** Letters that nobody sees, and marks that turn what stands around them: a name would be read as another. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * The name under which somebody's file is handed on. It ends as what it is, for a computer runs a file by its name: a picture that
 * was drawn anew is no PNG any more, and a PDF called `carta.hta` would be opened as a program.
 */
export function savedName(name: string, mediaType: string): string {
  const seen = name.replaceAll(UNSEEN, '_')
  const endings = ENDINGS[mediaType]
  const [, bare = seen, ending = ''] = /^(.+)\.([^.]*)$/.exec(seen) ?? []
  if (!endings || endings.includes(ending.toLowerCase())) return seen
  const isPicture = mediaType === 'image/jpeg' && /^(?:png|webp)$/i.test(ending)
  return `${isPicture ? bare : seen}.${String(endings[0])}`
}
