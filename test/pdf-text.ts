import { inflateSync } from 'node:zlib'

/**
 * The texts of one of our PDFs in reading order, one for each piece of marked content: glyphs are turned into letters
 * by each font's own map.
 */
export function textIn(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1')
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id, body]) => [id!, body!]))
  const streamOf = (id: string) => {
    const body = objects.get(id)!
    const stream = body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'))
    const isPacked = body.slice(0, body.indexOf('stream\n')).includes('/FlateDecode')
    return isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream
  }
  const reference = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)![1]!
  const glyphs = new Map<string, string[]>()
  const pages: string[] = []
  for (const body of objects.values()) {
    if (!/\/Type \/Page\n/.test(body)) continue
    const resources = objects.get(reference(body, 'Resources'))!
    for (const [, font, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = streamOf(reference(objects.get(id!)!, 'ToUnicode'))
      const rows = [...map.slice(map.indexOf('beginbfrange')).matchAll(/\[([^\]]*)\]/g)].map(([, row]) => row!)
      const letters = rows.flatMap((row) => [...row.matchAll(/<([^>]*)>/g)].map(([, hex]) => lettersOf(hex!)))
      glyphs.set(font!, letters)
    }
    pages.push(streamOf(reference(body, 'Contents')))
  }
  return pages
    .flatMap((content) => content.split(' BDC\n').flatMap((marked) => piecesOf(marked, glyphs)))
    .filter(Boolean)
}

/** `0066 0066` is one glyph for two letters. */
function lettersOf(hex: string): string {
  return String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))
}

function piecesOf(marked: string, glyphs: Map<string, string[]>): string[] {
  const tokens = marked.split('EMC')[0]!.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)
  let font: string[] = []
  let text = ''
  for (const [, name, hex] of tokens) {
    if (name) font = glyphs.get(name)!
    else text += (hex!.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)]).join('')
  }
  return [text.replaceAll('\u00a0', ' ').trim()]
}
