import sharp from 'sharp'
import { Refusal } from '#domain/refusal.ts'
import { FILES_MEGABYTES, PHOTO_SIDE } from '#domain/uploads.ts'
import { lookAtPdfInWorker } from '#integrations/worker/read-in-worker.ts'
import { isHeif, sniff } from '#platform/sniff.ts'
import { bindPages } from './paper-pages.ts'
import { MAX_PDF_PAGES } from './pdf-names.ts'
import { scanForViruses } from './scan.ts'

/** Largest document or photo that is accepted, in bytes. */
export const MAX_UPLOAD_BYTES = FILES_MEGABYTES * 1024 * 1024
/** Most pixels of a picture: its head tells the memory it needs, before it is drawn. */
const MAX_PIXELS = 40_000_000
/**
 * Longest side of an accepted picture: a phone's panorama has half of it. A longer one, drawn line by line, would
 * occupy a core for seconds.
 */
const LONGEST_SIDE = 30_000
/** Longer side of a kept signature, which is shown beside a name, 150 points wide. */
const LONGEST_DRAWING = 600
/** Most photos in one document. */
export const MAX_PAGES = 20

export type CleanUpload = { bytes: Uint8Array; mediaType: 'application/pdf' | 'image/jpeg' }

// A picture is drawn only once, so a cache is useless, and one core is left for readers of pages.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes one file fit to be kept: a PDF as it came, a picture drawn anew as JPEG. Refuses `upload.empty`,
 * `upload.too-large`, `upload.unknown` for what is neither PDF, JPEG, PNG nor WebP, `upload.heic` for a telephone's own
 * format, `upload.too-many-pixels`, `upload.damaged`, `upload.pdf-locked`, `upload.pdf-active`, `upload.pdf-long`,
 * `upload.infected` and `upload.not-scanned`.
 */
export async function cleanUpload(file: Blob): Promise<CleanUpload> {
  const { bytes, content } = await readUpload(file)
  if (content === 'picture') return { bytes: await redrawAsJpeg(bytes, PHOTO_SIDE), mediaType: 'image/jpeg' }
  const finding = await lookAtPdfInWorker(bytes)
  if (finding === 'long') throw new Refusal('upload.pdf-long', { most: MAX_PDF_PAGES })
  if (finding !== 'clean') throw new Refusal(finding === 'damaged' ? 'upload.damaged' : `upload.pdf-${finding}`)
  return { bytes, mediaType: 'application/pdf' }
}

/** Makes a drawn signature fit to be kept: a picture, no larger than it is shown. Refuses as `cleanUpload`, a PDF as `upload.unknown`. */
export async function cleanDrawing(file: Blob): Promise<CleanUpload> {
  const { bytes, content } = await readUpload(file)
  if (content !== 'picture') throw new Refusal('upload.unknown')
  return { bytes: await redrawAsJpeg(bytes, LONGEST_DRAWING), mediaType: 'image/jpeg' }
}

async function readUpload(file: Blob) {
  if (file.size === 0) throw new Refusal('upload.empty')
  if (file.size > MAX_UPLOAD_BYTES) throw new Refusal('upload.too-large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = sniff(bytes)
  if (content !== 'pdf' && content !== 'picture') throw new Refusal('upload.unknown')
  if (isHeif(bytes)) throw new Refusal('upload.heic')
  await scanForViruses(bytes)
  return { bytes, content }
}

/**
 * Joins several photos into one PDF, in the order in which they were taken; a single file stays what it is. Refuses as
 * `cleanUpload`, `upload.too-many-pages`, and `upload.pdf-among-photos` for a PDF that came with others.
 */
export async function cleanPaper(files: readonly Blob[]): Promise<CleanUpload> {
  const [first, ...others] = files
  if (!first) throw new Refusal('upload.empty')
  if (others.length === 0) return await cleanUpload(first)
  if (files.length > MAX_PAGES) throw new Refusal('upload.too-many-pages', { most: MAX_PAGES })
  const pages: Uint8Array[] = []
  for (const file of files) {
    // One after the other: drawing twenty photos at once would take a gigabyte of memory.
    const page = await cleanUpload(file)
    if (page.mediaType === 'application/pdf') throw new Refusal('upload.pdf-among-photos')
    pages.push(page.bytes)
  }
  return { bytes: await bindPages(pages), mediaType: 'application/pdf' }
}

/** Makes a document as `cleanPaper` does, but always a PDF: a single photo becomes one too. */
export async function cleanPdf(files: readonly Blob[]): Promise<CleanUpload> {
  const paper = await cleanPaper(files)
  if (paper.mediaType === 'application/pdf') return paper
  return { bytes: await bindPages([paper.bytes]), mediaType: 'application/pdf' }
}

const DRAWN = new Set(['jpeg', 'png', 'webp'])

async function redrawAsJpeg(bytes: Uint8Array, longest: number): Promise<Uint8Array> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head?.width || !head.height) throw new Refusal('upload.damaged')
  if (!DRAWN.has(head.format)) throw new Refusal('upload.unknown')
  if (head.width * head.height > MAX_PIXELS || Math.max(head.width, head.height) > LONGEST_SIDE)
    throw new Refusal('upload.too-many-pixels')
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    throw new Refusal('upload.damaged')
  }
}
