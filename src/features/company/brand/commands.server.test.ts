import { Resvg } from '@resvg/resvg-js'
import { expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { listenTo } from '#db/listen.server.ts'
import { renderOfficePayslip } from '#features/statements/payslips/queries.server.ts'
import { aFleet, anApprovedWeek, makeChange, WEEK } from '#test/factories.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { type CompanyInput, companyRecord } from '#features/company/schema.ts'
import { saveBrand } from './commands.server.ts'
import { brandIn, findLogo, forgetBrand, readBrandForm, readBrandLogo } from './queries.server.ts'
import { brandInput } from './schema.ts'

const save = (fields: Record<string, unknown>) => {
  const nothing = Object.fromEntries(Object.keys(brandInput.shape).map((name) => [name, '']))
  const { logo: _, removeLogo: __, ...empty } = nothing
  return makeChange((change) => saveBrand(change, brandInput.parse({ ...empty, version: 0, ...fields })))
}
/** Saves fields of the company's record, from which the brand takes names, numbers and contacts. */
const say = (fields: Partial<CompanyInput>) =>
  makeChange(async (change) => {
    const known = (await findCompany(change.tx))!
    await saveCompany(change, { ...companyRecord.only(known), version: known.version, debtorIban: null, ...fields })
  })
const refusedFields = (fields: Record<string, unknown>) => {
  const empty = { version: '0', name: '' }
  const rest = { facebook: '', instagram: '', linkedin: '', taglinePt: '', taglineEn: '', colour: '' }
  const parsed = brandInput.safeParse({
    ...empty,
    ...rest,
    descriptionPt: '',
    descriptionEn: '',
    ...fields,
  })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`)
}
const png = (width: number, height: number) =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#c00"/></svg>`,
  )
    .render()
    .asPng()
const file = (bytes: Uint8Array | string, name = 'logo.png') => new File([new Uint8Array(Buffer.from(bytes))], name)

test('without a word from the office the brand is the company’s data and the catalogue’s words', async () => {
  await aFleet()
  const brand = await brandIn('pt')
  const company = await db.selectFrom('company').select(['name', 'nipc']).executeTakeFirstOrThrow()
  expect(brand.name).toBe('Volante')
  expect(brand.legalName).toBe(company.name)
  expect(brand.taxNumber.replaceAll(' ', '')).toBe(company.nipc)
  expect((await brandIn('en')).tagline).not.toBe(brand.tagline)
})

test('the brand invents no facts that nobody gave, and is set once those that the law asks for are there', async () => {
  await aFleet()
  expect(await brandIn('pt')).toMatchObject({
    isSet: false,
    phone: '',
    phoneHref: '',
    callKind: null,
    hours: null,
    email: '',
    address: [],
    social: [],
    licence: '',
  })
  await say({ licenceNumber: '12345/2026', email: 'geral@rota.example' })
  expect(await brandIn('pt')).toMatchObject({ isSet: true, licence: '12345/2026' })
})

test('the cost of a call is what the number says, until the office corrects it', async () => {
  await aFleet()
  await say({ phone: '912 345 678', hoursEn: 'Mornings' })
  expect(await brandIn('pt')).toMatchObject({ callKind: 'mobile', hours: null })
  expect((await brandIn('en')).hours).toBe('Mornings')
  await say({ phone: '+44 20 7946 0000', callKind: 'fixed' })
  expect((await brandIn('pt')).callKind).toBe('fixed')
})

test('what the office writes is shown in its language, and what it leaves empty stays the default', async () => {
  await aFleet()
  await save({ name: 'Rota  do Sul', taglineEn: 'Fair weeks', instagram: 'instagram.com/rota' })
  const [pt, en] = [await brandIn('pt'), await brandIn('en')]
  expect(pt.name).toBe('Rota do Sul')
  expect(en.tagline).toBe('Fair weeks')
  expect(pt.tagline).not.toBe('Fair weeks')
  expect(pt.social).toEqual([{ label: 'Instagram', href: 'https://instagram.com/rota' }])
})

test('a save made from an older form is refused', async () => {
  await aFleet()
  await save({ name: 'Um' })
  await expect(save({ name: 'Dois' })).rejects.toThrow('record.changed-meanwhile')
  await save({ name: 'Dois', version: (await readBrandForm()).version })
  expect((await brandIn('pt')).name).toBe('Dois')
})

test('a colour that can’t be seen on paper is refused, and so is what is no colour or profile', () => {
  expect(refusedFields({ colour: '#ffd400' })).toEqual(['colour: field.colour-too-light'])
  expect(refusedFields({ colour: 'verde' })).toEqual(['colour: field.colour'])
  expect(refusedFields({ facebook: 'https://evil.example/facebook.com' })).toEqual(['facebook: field.social'])
  expect(refusedFields({ linkedin: 'javascript:alert(1)' })).toEqual(['linkedin: field.social'])
  expect(refusedFields({ colour: '1f3fae', facebook: 'facebook.com/rota' })).toEqual([])
})

test('a logo is stored as a PNG of ours, no larger than it is shown, and goes when it is taken away', async () => {
  await aFleet()
  const original = png(2_000, 500)
  await save({ logo: file(original) })
  forgetBrand()
  const { logo } = await brandIn('pt')
  const stored = Buffer.from((await findLogo(/\w{64}/.exec(logo!)![0]))!)
  expect(stored.equals(Buffer.from(original))).toBe(false)
  expect([stored.readUInt32BE(16), stored.readUInt32BE(20)]).toEqual([640, 160])
  // Once read, the logo is on pages and papers even when the files cannot be read.
  const place = process.env['VOLANTE_DATA']
  vi.stubEnv('VOLANTE_DATA', `${place}-elsewhere`)
  for (const again of [await findLogo(/\w{64}/.exec(logo!)![0]), await readBrandLogo()])
    expect(Buffer.from(again!).equals(stored)).toBe(true)
  vi.stubEnv('VOLANTE_DATA', place)
  await save({ version: 1, removeLogo: 'on' })
  expect((await brandIn('pt')).logo).toBeNull()
})

test.each([
  ['SVG', file('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'brand.logo-format'],
  ['WebP', file(Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'), 'logo.webp'), 'brand.logo-format'],
  ['HTML that calls itself a picture', file('<html>', 'logo.png'), 'brand.logo-format'],
  ['a broken PNG', file(png(10, 10).subarray(0, 40)), 'brand.logo-unreadable'],
  ['a PNG that says it is 60,000 wide', file(hugePng()), 'brand.logo-unreadable'],
  ['more than 500 KB', file(new Uint8Array(500 * 1024 + 1)), 'brand.logo-too-large'],
])('as a logo, %s is refused', async (_, logo, code) => {
  await aFleet()
  await expect(save({ logo })).rejects.toThrow(code)
})

function hugePng(): Uint8Array {
  const bytes = Buffer.from(png(10, 10))
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes
}

test('the head of a statement on paper has the logo as soon as there is one', async () => {
  const { driver } = await anApprovedWeek()
  const pictures = async () => {
    const { bytes } = await renderOfficePayslip(driver('D1'), WEEK)
    return Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1
  }
  expect(await pictures()).toBe(0)
  await save({ logo: file(png(320, 128)) })
  expect(await pictures()).toBeGreaterThan(0)
})

test('every process hears of a change of the brand and of the company', async () => {
  await aFleet()
  let calls = 0
  const stop = await listenTo('site_changed', () => calls++)
  await save({ name: 'Rota do Sul' })
  await expect.poll(() => calls).toBe(1)
  await db.updateTable('company').set({ name: 'Outra, Lda' }).execute()
  await expect.poll(() => calls).toBe(2)
  await stop()
})
