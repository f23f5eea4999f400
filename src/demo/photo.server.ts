import sharp from 'sharp'

/** Makes a photo file from a drawing, as a phone would send it. */
export async function photoOf(svg: string, name: string): Promise<File> {
  const bytes = new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer())
  return new File([bytes], name, { type: 'image/jpeg' })
}
