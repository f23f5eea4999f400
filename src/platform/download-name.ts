/** What a file of the reader is called, such that every system takes the name: no accents, no spaces, no slashes. */
export function downloadName(words: string, ending: string): string {
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return `${plain.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.${ending}`
}
