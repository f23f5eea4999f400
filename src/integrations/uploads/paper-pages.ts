import Pdf from 'pdfkit'
import sharp from 'sharp'

const A4 = { width: 595.28, height: 841.89 }
const MARGIN = 24

/** Binds photos (JPEG) into one PDF, a page each, upright or landscape like the photo. */
export async function bindPages(photos: readonly Uint8Array[]): Promise<Uint8Array> {
  const document = new Pdf({ autoFirstPage: false, margin: MARGIN })
  const bytes = collectBytes(document)
  for (const photo of photos) {
    const photographed = await sharp(photo).metadata()
    const isWide = photographed.width > photographed.height
    document.addPage({ size: 'A4', layout: isWide ? 'landscape' : 'portrait', margin: MARGIN })
    const [width, height] = isWide ? [A4.height, A4.width] : [A4.width, A4.height]
    document.image(Buffer.from(photo), MARGIN, MARGIN, {
      fit: [width - 2 * MARGIN, height - 2 * MARGIN],
      align: 'center',
      valign: 'center',
    })
  }
  document.end()
  return await bytes
}

async function collectBytes(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of document) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
