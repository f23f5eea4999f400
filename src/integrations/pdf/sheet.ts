import { firstOf, lastOf } from '#domain/certain.ts'
import Pdf from 'pdfkit'
import { SEAL_ROOM, UNKNOWN_PLACE } from '#integrations/seal/places.ts'
import { type Weight, openFonts, runsOf } from './fonts.ts'

/** How a text looks. `tracking` is in em; `figures` sets digits of one width, for columns and amounts. */
export type Style = {
  size: number
  weight: Weight
  colour: string
  lead?: number
  tracking?: number
  figures?: boolean
}
export type Box = { x: number; y: number; width: number; align?: 'left' | 'right' }

/** Size of A4 in points, and the margins. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56, foot: 58 } as const
export const INNER = PAGE.width - 2 * PAGE.margin

type Tag = 'Sect' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'LBody' | 'Caption'

/**
 * A tagged PDF that is written top down. Written text goes into the structure tree and is read aloud in the order of
 * the calls; drawings inside `decor` are only visual. The same calls with the same `createdAt` give the same bytes.
 */
export class Sheet {
  /** Position of the next thing, from the top of the page in points. */
  y: number = PAGE.margin
  /** Width of the page in points, and the width that is written on. */
  readonly width: number
  readonly height: number
  readonly inner: number
  readonly #doc: PDFKit.PDFDocument
  readonly #path: PDFKit.PDFStructureElement[]
  readonly #chunks: Uint8Array[] = []
  readonly #pieces = new Map<string, Piece[]>()

  /**
   * `isWide` turns the page to landscape, for tables with many columns. `isOfTheMoment` is for long documents whose
   * hash nobody keeps: they are compressed, and each page is written out when the next begins, so that nothing can be
   * added to it later.
   */
  constructor(about: {
    title: string
    author: string
    language: string
    createdAt: Temporal.Instant
    isWide?: boolean
    isOfTheMoment?: boolean
  }) {
    const { isWide = false, isOfTheMoment = false } = about
    ;[this.width, this.height] = isWide ? [PAGE.height, PAGE.width] : [PAGE.width, PAGE.height]
    this.inner = this.width - 2 * PAGE.margin
    this.#doc = new Pdf({
      size: 'A4',
      layout: isWide ? 'landscape' : 'portrait',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      bufferPages: !isOfTheMoment,
      // Deflate gives other bytes on another processor or Node, but the hash of a stored statement must be the same
      // everywhere.
      compress: isOfTheMoment,
      lang: about.language,
      info: { Title: about.title, Author: about.author, CreationDate: new Date(about.createdAt.epochMilliseconds) },
    })
    for (const { name, font } of openFonts()) this.#doc.registerFont(name, font)
    this.#doc.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
    const root = this.#doc.struct('Document')
    this.#doc.addStructure(root)
    this.#path = [root]
  }

  /** Puts everything that `body` writes into one element: a section, a table, a row. */
  inside(tag: Tag, body: () => void, scope?: 'Row' | 'Column') {
    const element = this.#begin(tag, scope)
    body()
    this.#end(element)
  }

  /** Does the same for long work: `body` lets other work run in between. */
  async insideInTurns(tag: Tag, body: () => Promise<void>) {
    const element = this.#begin(tag)
    await body()
    this.#end(element)
  }

  #begin(tag: Tag, scope?: 'Row' | 'Column'): PDFKit.PDFStructureElement {
    const options: PDFKit.Mixins.StructureElementOptions & { scope?: string } = scope ? { scope } : {}
    const element = this.#doc.struct(tag, options)
    lastOf(this.#path).add(element)
    this.#path.push(element)
    return element
  }

  #end(element: PDFKit.PDFStructureElement) {
    this.#path.pop()
    element.end()
  }

  /** Writes a text as an element of its own, wrapped to the box; returns the height it took. */
  write(tag: Tag, text: string, style: Style, box: Box, scope?: 'Row' | 'Column'): number {
    const lines = this.#wrap(text, style, box.width)
    this.inside(
      tag,
      () => {
        lastOf(this.#path).add(() => this.#lines(lines, style, box))
      },
      scope,
    )
    return lines.length * leading(style)
  }

  /** Draws something that is only visual and not in the structure tree. */
  decor(draw: (doc: PDFKit.PDFDocument) => void) {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.#doc.save()
    draw(this.#doc)
    this.#doc.restore()
    this.#doc.endMarkedContent()
  }

  /** Writes text that is only visual: page numbers, labels of drawings. Inside `decor` only. */
  ornament(text: string, style: Style, box: Box) {
    this.#lines(this.#wrap(text, style, box.width), style, box)
  }

  line(from: { x: number; y: number }, to: { x: number; y: number }, colour: string, thickness: number) {
    this.decor((doc) => doc.moveTo(from.x, from.y).lineTo(to.x, to.y).lineWidth(thickness).strokeColor(colour).stroke())
  }

  heightOf(text: string, style: Style, width: number): number {
    return this.#wrap(text, style, width).length * leading(style)
  }

  widthOf(text: string, style: Style): number {
    const pieces = this.#use(text, style)
    return pieces.reduce((total, { width }) => total + width, 0)
  }

  /** Lowest position on a page for text. */
  get bottom(): number {
    return this.height - PAGE.foot
  }

  /** Goes on at the top of a new page unless `height` still fits on this one. */
  keep(height: number) {
    if (this.y + height > this.bottom) this.turnPage()
  }

  /** Goes on at the top of a new page. */
  turnPage() {
    this.#doc.addPage()
    this.y = PAGE.margin
  }

  /** Number of pages so far that are not written out. */
  get pages(): number {
    return this.#doc.bufferedPageRange().count
  }

  /**
   * Keeps room for a seal (`integrations/seal`), which is filled in once the bytes exist: an invisible signature on the
   * current page, and the form that names it.
   */
  keepSealRoom({ name, reason, at }: { name: string; reason: string; at: Temporal.Instant }) {
    const doc = this.#doc as PDFKit.PDFDocument & WithForm
    const seal = doc.ref({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, UNKNOWN_PLACE, UNKNOWN_PLACE, UNKNOWN_PLACE],
      Contents: new Uint8Array(SEAL_ROOM),
      // oxlint-disable-next-line unicorn/new-for-builtins -- how pdfkit tells texts from names
      Name: new String(name),
      // oxlint-disable-next-line unicorn/new-for-builtins -- the same
      Reason: new String(reason),
      M: new Date(at.epochMilliseconds),
    })
    const field = doc.ref({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      // Flags for printed and locked.
      F: 132,
      // oxlint-disable-next-line unicorn/new-for-builtins -- the same
      T: new String('Selo'),
      V: seal,
      P: doc.page.dictionary,
    })
    // The reason stands in two places: if one was changed, the other still tells what the file was.
    this.#doc.info.Keywords = reason
    doc.page.annotations.push(field)
    doc.initForm()
    // oxlint-disable-next-line no-underscore-dangle -- what pdfkit calls it
    const { data } = doc._root.data.AcroForm
    delete data['NeedAppearances']
    Object.assign(data, { Fields: [field], SigFlags: 3 })
    seal.end()
    field.end()
  }

  /** Draws the foot of every page and answers the bytes; a document with `isOfTheMoment` has its feet already. */
  async close(foot?: (page: number, pages: number) => void): Promise<Uint8Array> {
    const { count } = this.#doc.bufferedPageRange()
    if (foot)
      for (let page = 0; page < count; page++) {
        this.#doc.switchToPage(page)
        foot(page + 1, count)
      }
    firstOf(this.#path).end()
    const ended = new Promise<void>((resolve, reject) => this.#doc.once('end', resolve).once('error', reject))
    this.#doc.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  #lines(lines: readonly string[], style: Style, box: Box) {
    for (const [index, line] of lines.entries()) {
      const pieces = this.#use(line, style)
      const width = pieces.reduce((total, piece) => total + piece.width, 0)
      let x = box.align === 'right' ? box.x + box.width - width : box.x
      const baseline = box.y + index * leading(style) + (leading(style) + 0.7 * style.size) / 2
      for (const [number, piece] of pieces.entries()) {
        // Keep the space at the end of a wrapped line, which separates the words for copying and reading aloud.
        const broken = index < lines.length - 1 && number === pieces.length - 1
        piece.use()
        this.#doc.fillColor(style.colour).text(broken ? `${piece.text} ` : piece.text, x, baseline, {
          ...textOptions(style),
          lineBreak: false,
          baseline: 'alphabetic',
        })
        x += piece.width
      }
    }
  }

  /**
   * Breaks lines at spaces, and inside a word only when it is wider than the whole line. Adds up the widths of words
   * where it can: measuring the line anew with each further word took a fifth of the time of a page full of text.
   */
  #wrap(text: string, style: Style, width: number): string[] {
    // pdfkit lays out words one by one, each with the space after it, unless letters are spaced or digits have one width.
    const isSumOfWords = !style.figures && !style.tracking
    const lines: string[] = []
    let line = ''
    let lastWord = ''
    /** Width of the line before its last word. */
    let before = 0
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '') before = 0
      else if (isSumOfWords) before += this.widthOf(`${lastWord} `, style)
      const sum = isSumOfWords ? before + this.widthOf(word, style) : width
      // A sum is rounded: measure the line if it is about as wide as its box.
      const isClose = Math.abs(sum - width) < 0.01
      if ((isClose ? this.widthOf(longer, style) : sum) <= width) {
        line = longer
        lastWord = word
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      while (this.widthOf(line, style) > width) {
        const fitting = this.#fitting(line, style, width)
        lines.push(line.slice(0, fitting))
        line = line.slice(fitting)
      }
      lastWord = line
      before = 0
    }
    return [...lines, line]
  }

  #fitting(word: string, style: Style, width: number): number {
    let length = word.length - 1
    while (length > 1 && this.widthOf(word.slice(0, length), style) > width) length--
    return length
  }

  /** Measures a text, and remembers as many as a page or two have: each is measured for its column, its lines and its place. */
  #use(text: string, style: Style): Piece[] {
    const key = `${style.weight} ${style.size} ${style.tracking ?? 0} ${style.figures ?? false} ${text}`
    const known = this.#pieces.get(key) ?? this.#measure(text, style)
    if (this.#pieces.size >= MAX_PIECES) this.#pieces.clear()
    this.#pieces.set(key, known)
    return known
  }

  #measure(text: string, style: Style): Piece[] {
    // The character that keeps a minus together with its € on a web page is invisible: fonts have no glyph for it.
    return runsOf(text.replaceAll('\u2060', '')).map((run) => {
      const use = () => this.#doc.font(`${run.script}-${style.weight}`).fontSize(style.size)
      use()
      return { text: run.text, width: this.#doc.widthOfString(run.text, textOptions(style)), use }
    })
  }
}

/** A piece of text that one font draws, its width in points, and the function that selects that font. */
type Piece = { text: string; width: number; use: () => unknown }

const MAX_PIECES = 2_000

/** Parts of pdfkit that its types lack. */
type WithForm = {
  ref: (data: Record<string, unknown>) => { end: () => void }
  page: { dictionary: unknown; annotations: unknown[] }
  initForm: () => void
  _root: { data: { AcroForm: { data: Record<string, unknown> } } }
}

function leading(style: Style): number {
  return style.lead ?? style.size * 1.4
}

function textOptions(style: Style): PDFKit.Mixins.TextOptions {
  const spacing = { characterSpacing: (style.tracking ?? 0) * style.size }
  return style.figures ? { ...spacing, features: ['tnum'] } : spacing
}
