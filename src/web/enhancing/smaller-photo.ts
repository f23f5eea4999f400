import { PHOTO_SIDE } from '#domain/uploads.ts'

/** Bytes of a photo that is sent as it is: less than a second on a phone's network. */
const SENT_AS_IS_BYTES = 1_000_000
/** The server draws every picture once more, so this is finer than what it keeps. */
const QUALITY = 0.85
/** A phone's own format, which the server cannot read. Only some browsers draw it. */
const HEIF = /^image\/hei[cf]/i

/** Whether a file can be a photo that takes long to send, or that the server would refuse. */
export function isHeavyPhoto({ type, size }: File): boolean {
  return type.startsWith('image/') && (size > SENT_AS_IS_BYTES || HEIF.test(type))
}

/**
 * A heavy photo as a JPEG, upright and no larger than the server keeps it; any other file as it is. So is a picture that
 * this browser can't draw: the server says what is wrong with it.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (!isHeavyPhoto(file)) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, PHOTO_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const drawing = canvas.getContext('2d')
  if (drawing) {
    // What a picture leaves transparent would be black in a JPEG.
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  picture.close()
  const drawn = drawing && (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY)))
  if (!drawn || (drawn.size >= file.size && !HEIF.test(file.type))) return file
  const { name, lastModified } = file
  return new File([drawn], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg', lastModified })
}
