import sharp from 'sharp'

/** Makes a photo (JPEG) as small as it is printed: `longest` pixels on its longer side. */
export async function smallPhoto(photo: Uint8Array, longest: number): Promise<Uint8Array> {
  return sharp(photo)
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 72 })
    .toBuffer()
}
