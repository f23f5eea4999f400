import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { saveBrand } from '#features/company/brand/commands.server.ts'
import { forgetBrand, readBrandLogo, rememberedBrand } from '#features/company/brand/queries.server.ts'
import { brandInput } from '#features/company/brand/schema.ts'
import { aBucket } from '#test/bucket-server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { loader } from './routes/brand/logo.ts'

const bucket = await aBucket()
afterAll(async () => {
  vi.unstubAllEnvs()
  await bucket.stop()
})

test('while the store of files is away the name stands where the logo is, and nobody keeps that picture', async () => {
  await aFleet()
  for (const [name, value] of Object.entries(bucket.settings)) vi.stubEnv(name, value)
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  vi.stubEnv('FILES_STORE', 's3://frota/operador')
  const drawn = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer()
  const typed = Object.fromEntries(Object.keys(brandInput.shape).map((name) => [name, '']))
  const logo = new File([new Uint8Array(drawn)], 'logo.png')
  const input = brandInput.parse({ ...typed, version: 0, name: 'Frota do Tejo', logo, removeLogo: undefined })
  await makeChange((change) => saveBrand(change, input))
  forgetBrand()
  const file = (await rememberedBrand('pt')).logo!.split('/').at(-1)!
  const ask = async () => {
    const answer = await loader({ params: { file } } as Parameters<typeof loader>[0])
    const { width } = await sharp(await answer.bytes()).metadata()
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control'), width]
  }
  bucket.state.trouble = 'away'
  expect(await ask()).toEqual([503, 'image/png', 'no-store', 320])
  bucket.state.trouble = 'none'
  // A document asks for the logo again at once; pages follow.
  await readBrandLogo()
  expect(await ask()).toEqual([200, 'image/png', 'public, max-age=31536000, immutable', 20])
})
