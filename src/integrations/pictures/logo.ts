import { Resvg } from '@resvg/resvg-js'

/** Largest picture that is stored: four times the 160 × 64 at which it is shown. */
const BOX = { width: 640, height: 256 }
const MAX_PIXELS = 40_000_000

export type LogoReading = { ok: true; png: Uint8Array } | { ok: false; reason: 'format' | 'pixels' | 'unreadable' }

/**
 * Reads a logo and draws it anew as PNG, no larger than it is ever shown. Its type is told by its bytes (PNG or JPEG
 * only). Drawn anew, it has no metadata and nothing hidden behind the picture.
 */
export function readLogo(bytes: Uint8Array): LogoReading {
  const picture = readSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!picture) return { ok: false, reason: 'format' }
  const { type, width, height } = picture
  if (width === 0 || height === 0) return { ok: false, reason: 'unreadable' }
  if (width * height > MAX_PIXELS) return { ok: false, reason: 'pixels' }

  const scale = Math.min(1, BOX.width / width, BOX.height / height)
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><image href="${href}" width="${w}" height="${h}" preserveAspectRatio="none"/></svg>`
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
  // The library skips a picture that can't be decoded without an error, and draws nothing.
  if (drawn.pixels.every((value) => value === 0)) return { ok: false, reason: 'unreadable' }
  return { ok: true, png: drawn.asPng() }
}

type Picture = { type: 'image/png' | 'image/jpeg'; width: number; height: number }

function readSize(bytes: Buffer): Picture | null {
  if (bytes.length > 24 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') {
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes)
  return null
}

/** Finds the frame header of a JPEG (ITU T.81, B.2.2): markers SOF0 to SOF15, except DHT, JPG and DAC. */
function jpegSize(bytes: Buffer): Picture {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return { type: 'image/jpeg', width: 0, height: 0 }
}
