/** Makes a file name that every system takes: no accents, no spaces, no slashes. */
export function downloadName(words: string, ending: string): string {
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return `${plain.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.${ending}`
}
