import { createHmac } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { known, settledWeek, signedInAs, startDemonstration } from './demonstration.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, person, volante } from './site.ts'

/** A person's way into the site and around their own account, with a script and without one. */
let site: Site
beforeAll(async () => {
  site = await startDemonstration()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

const BOTH = [
  { name: 'with a script', options: DESKTOP, email: 'rita@exemplo.pt' },
  { name: 'without one', options: { ...PHONE, javaScriptEnabled: false }, email: 'joana@exemplo.pt' },
] as const

test.each(BOTH)('invited, second factor, code, forgotten, another e-mail, sessions ended: $name', async (way) => {
  const office = await signedInAs(site, 'admin')
  const link = await invite(office.page, way.email)
  await office.context.close()

  const { page, context } = await person(site, way.options)
  await page.request.head(link)
  await page.goto(link)
  await page.goto(link)
  const first = 'uma frase bem comprida'
  await page.locator('[name=password]').fill(first)
  await send(page, 'Guardar e entrar')
  await page.waitForURL('**/admin')
  await page.goto(link)
  expect(await page.getByRole('alert').textContent()).toBe(
    'Esta ligação não é válida ou já foi utilizada. Peça uma nova.',
  )

  await page.goto('/admin/profile')
  await send(page, 'Ativar verificação em dois passos')
  await page.getByRole('img', { name: 'Imagem para a aplicação de autenticação ler' }).waitFor()
  const secret = await page.locator('[name=secret]').inputValue()
  await page.locator('[name=code]').fill('000000')
  await send(page, 'Confirmar o código')
  await page.getByText('Código incorreto. Aguarde pelo próximo código e tente novamente.').waitFor()
  const step = stepNow()
  await page.locator('[name=code]').fill(codeOf(secret, step))
  await send(page, 'Confirmar o código')
  await page.getByText('A verificação em dois passos está ativa.').waitFor()

  await context.clearCookies()
  await signIn(page, { email: way.email, password: first })
  await page.waitForURL('**/login/mfa')
  await page.locator('[name=code]').fill(codeOf(secret, Math.max(step + 1, stepNow())))
  await send(page, 'Confirmar e entrar')
  await page.waitForURL('**/admin')

  await page.goto('/admin/profile')
  const newEmail = `nova.${way.email}`
  await page.locator('summary', { hasText: 'E-mail' }).click()
  await page.locator('[name=email]').fill(newEmail)
  await send(page, 'Mudar e-mail')
  await page.getByText('A ligação está guardada no escritório.', { exact: false }).first().waitFor()
  const change = await linkMailedTo(newEmail)
  await page.goto(change)
  await send(page, 'Mudar e-mail')
  await page.getByText('O e-mail está confirmado. Entre com ele.').waitFor()
  await page.goto('/admin')
  expect(new URL(page.url()).pathname).toBe('/login')

  await page.goto('/forgot')
  await page.locator('[name=email]').fill(newEmail)
  await send(page, 'Pedir ligação')
  const said = await page.getByRole('status').textContent()
  const reset = await linkMailedTo(newEmail, 'resetPassword')
  await page.goto('/forgot')
  await page.locator('[name=email]').fill('ninguem@exemplo.pt')
  await send(page, 'Pedir ligação')
  expect(await page.getByRole('status').textContent()).toBe(said)

  await page.goto(reset)
  await page.locator('[name=password]').fill('outra frase comprida')
  await send(page, 'Guardar palavra-passe')
  await page.getByText('A palavra-passe está guardada. Entre com ela.').waitFor()
  await page.goto(reset)
  await page.getByText('Esta ligação não é válida ou já foi utilizada. Peça uma nova.').waitFor()
  await context.close()
})

test.each([
  { name: 'with a script', options: DESKTOP, email: 'vera@exemplo.pt' },
  { name: 'without one', options: { ...PHONE, javaScriptEnabled: false }, email: 'luis@exemplo.pt' },
])('closing an account asks twice and says good-bye, on the page and by mail: $name', async (way) => {
  const office = await signedInAs(site, 'admin', way.options)
  const link = await invite(office.page, way.email)
  const { page, context } = await person(site, way.options)
  await page.goto(link)
  const password = 'uma frase bem comprida'
  await page.locator('[name=password]').fill(password)
  await send(page, 'Guardar e entrar')
  await page.waitForURL('**/admin')

  await page.goto('/en/admin/profile')
  await page.getByRole('link', { name: 'Close account' }).click()
  await page.getByRole('heading', { name: 'What happens' }).waitFor()
  const unread = await page.request.post('/en/login/close', {
    form: { sure: '' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(unread.status()).toBe(422)
  await page.getByRole('checkbox').check()
  await send(page, 'Close account now')
  await page.waitForURL('**/en/login/goodbye')
  await page.getByRole('heading', { name: 'The account is closed' }).waitFor()
  expect(await page.getByText('A confirmation follows by email.').count(), 'no mail leaves here').toBe(0)
  await page.goto('/admin')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await mailedTo(way.email)).toContain('A sua conta está fechada')
  await page.locator('[name=email]').fill(way.email)
  await page.locator('[name=password]').fill(password)
  await send(page, 'Entrar')
  await page.getByText('Esta conta está desativada.', { exact: false }).waitFor()

  const list = await office.page.goto(`/admin/users?q=${way.email}`)
  expect(list!.status()).toBe(200)
  await office.page.getByRole('rowheader').getByRole('link').first().click()
  await send(office.page, 'Reabrir a conta')
  await office.page.getByText('A conta está aberta outra vez.').waitFor()
  await office.page.getByRole('link', { name: 'Fechar a conta' }).click()
  await office.page.getByRole('heading', { name: 'Fechar a conta de Rita Contas?' }).waitFor()
  await send(office.page, 'Fechar a conta')
  await office.page.getByText('A conta está fechada e as sessões terminaram.').waitFor()
  for (const one of [office.context, context]) await one.close()
})

test('where the second factor is compulsory, it is set up before the office opens; its code alone confirms who is there', async () => {
  const owner = await signedInAs(site, 'admin')
  const link = await invite(owner.page, 'carla@exemplo.pt')
  const ruled = await owner.page.request.post('/admin/users/rules', {
    form: { secondFactor: 'needed' },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
  expect([ruled.status(), ruled.headers()['location']]).toEqual([303, '/admin/users?done=rules'])
  await owner.context.close()

  const { page, context } = await person(site, { ...PHONE, javaScriptEnabled: false })
  await page.goto(link)
  await page.locator('[name=password]').fill('uma frase bem comprida')
  await send(page, 'Guardar e entrar')
  await page.waitForURL('**/login/second-factor?next=*')
  const place = (path: string) => page.request.get(path, { maxRedirects: 0 })
  for (const path of ['/admin/profile', '/admin/weekly', '/admin/users/audit/export.csv', '/en/admin/drivers']) {
    expect((await place(path)).headers()['location'], path).toContain('/login/second-factor')
  }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const changed = await page.request.post('/admin/company', { form: { name: 'Outra' }, headers, maxRedirects: 0 })
  expect([changed.status(), changed.headers()['location']]).toEqual([
    303,
    expect.stringContaining('/login/second-factor'),
  ])

  await send(page, 'Ativar verificação em dois passos')
  const secret = await page.locator('[name=secret]').inputValue()
  await page.locator('[name=code]').fill('123')
  await send(page, 'Confirmar o código')
  await page.getByText('Código incorreto.', { exact: false }).waitFor()
  const step = stepNow()
  await page.locator('[name=code]').fill(codeOf(secret, step))
  await send(page, 'Confirmar o código')
  await page.waitForURL('**/admin')
  expect((await place('/admin/weekly')).status()).toBe(200)

  await page.goto('/login/confirm?next=/admin/users')
  await page.locator('[name=code]').fill(codeOf(secret, Math.max(step + 1, stepNow())))
  await send(page, 'Confirmar e continuar')
  await page.waitForURL('**/admin/users')
  await context.close()
  // The way back of a house that has locked itself out.
  volante(site.data, 'users', 'second-factor', 'offered')
})

test.each([
  { name: 'with a script', options: DESKTOP },
  { name: 'without one', options: { ...PHONE, javaScriptEnabled: false } },
])(
  'the office notes in one press that a statement was shared by WhatsApp, takes that back in another, and the sign-in leads the driver to it: $name',
  async (way) => {
    const { page, context } = await signedInAs(site, 'admin', way.options)
    const place = `${settledWeek()}/messages`
    const payslip = settledWeek().replace('/admin/weekly', '/dashboard/payslips')
    const shown = await page.goto(place)
    expect(shown!.headers()['content-security-policy']).toContain("'self' https://wa.me https://api.whatsapp.com")
    await page.getByText(/Partilhado por WhatsApp, /).waitFor()
    // No mail leaves here: the page says so before any press, and offers none.
    await page.getByText('falta um servidor de e-mail').waitFor()
    expect(await page.getByRole('button', { name: /por e-mail/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Afinal o extrato de Rui Valadas não foi partilhado' }).click()
    await page.getByText('O extrato conta outra vez como por partilhar.').waitFor()

    // WhatsApp itself is far away: send the form as its button sends it, and look at the address it leads to.
    const form = page.locator('form', {
      has: page.getByRole('button', { name: 'Partilhar por WhatsApp o extrato de Rui Valadas' }),
    })
    const fields = { whatsApp: await form.locator('[name=whatsApp]').inputValue() }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await page.request.post(place, { form: fields, headers, maxRedirects: 0 })
    const address = new URL(answer.headers()['location']!)
    expect([answer.status(), address.origin]).toEqual([303, 'https://wa.me'])
    const text = address.searchParams.get('text')!
    expect(text).toMatch(/\d,\d{2}.€/)
    const link = /http\S+/.exec(text)![0]
    expect(new URL(link).pathname).toBe(payslip)
    await page.goto(place)
    await page.getByText(/Partilhado por WhatsApp, .*, por Helena Matos/).waitFor()

    const driver = await person(site, way.options)
    await driver.page.goto(link)
    await driver.page.locator('[name=email]').fill(known(site, 'driver').email)
    await driver.page.locator('[name=password]').fill(known(site, 'driver').password)
    await send(driver.page, 'Entrar')
    await driver.page.waitForURL(`**${payslip}`)
    for (const one of [context, driver.context]) await one.close()
  },
)

test('a driver without an account reads the statement by a personal link, until the office revokes it', async () => {
  const { page, context } = await signedInAs(site, 'admin', DESKTOP)
  const place = `${settledWeek()}/messages`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const press = (form: Record<string, string>) => page.request.post(place, { form, headers, maxRedirects: 0 })
  await page.goto(place)
  const row = page.locator('form', {
    has: page.getByRole('button', { name: /^Partilhar por WhatsApp o extrato de (?!Rui)/ }),
  })
  const whatsApp = await row.first().locator('[name=whatsApp]').inputValue()
  const text = new URL((await press({ whatsApp })).headers()['location']!).searchParams.get('text')!
  const { pathname } = new URL(/http\S+/.exec(text)![0])
  expect(pathname).toMatch(/^\/(en\/)?statement\/[\w-]{20,}$/)

  const reader = await person(site, { ...PHONE, javaScriptEnabled: false })
  const opened = await reader.page.goto(pathname)
  expect([opened!.status(), opened!.headers()['cache-control'], opened!.headers()['x-robots-tag']]).toEqual([
    200,
    'no-store',
    'noindex, nofollow',
  ])
  expect(await reader.page.locator('main').innerText()).not.toMatch(/\d,\d{2}/)
  const paper = await reader.page.request.get(`${pathname}/pdf`)
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.goto(place)
  await page.getByText(/Aberto pela ligação 1 vez/).waitFor()

  await press({ revoke: whatsApp })
  for (const path of [pathname, `${pathname}/pdf`, '/statement/nenhuma', '/statement/nenhuma/pdf'])
    expect((await reader.page.request.get(path)).status(), path).toBe(404)
  for (const one of [context, reader.context]) await one.close()
})

test('a wrong password and an unknown e-mail read the same, in both languages, and the sentence has the focus', async () => {
  const { page, context } = await person(site, { ...PHONE, javaScriptEnabled: false })
  const sentences = {
    '/login': 'E-mail ou palavra-passe incorretos. Tente novamente ou reponha a palavra-passe.',
    '/en/login': 'Incorrect email or password. Try again or reset your password.',
  }
  for (const [path, sentence] of Object.entries(sentences)) {
    for (const email of [known(site, 'driver').email, 'ninguem@exemplo.pt']) {
      await page.goto(path)
      await page.locator('[name=email]').fill(email)
      await page.locator('[name=password]').fill('não é esta')
      await page.locator('main button[type=submit]').first().click()
      const alert = page.getByRole('alert')
      expect(await alert.textContent()).toBe(sentence)
      expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await page.locator('[name=email]').inputValue()).toBe(email)
      expect(await page.locator('[name=password]').inputValue()).toBe('')
    }
  }
  await context.close()
})

test('the office looks at a driver’s area, changes nothing there, and the driver sees that it looked', async () => {
  const { page, context } = await signedInAs(site, 'admin', DESKTOP, 'own')
  await page.goto('/admin/users?view=driver')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Ver como este motorista' }).click()
  await page.getByText('só para leitura', { exact: false }).waitFor()
  for (const path of ['/dashboard/profile', '/DASHBOARD/profile', '/%64ashboard/inbox', '/EN/dashboard/inbox']) {
    const refused = await page.request.post(path, {
      form: { intent: 'end-others' },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(refused.status(), path).toBe(403)
    expect(await refused.text(), path).toContain('Nada se altera a partir daqui.')
  }
  await page.getByRole('button', { name: 'Voltar ao escritório' }).click()
  await page.waitForURL('**/admin/drivers/*')
  await context.close()

  const driver = await signedInAs(site, 'driver')
  await driver.page.goto('/dashboard/profile')
  await driver.page.locator('summary', { hasText: 'Histórico da conta' }).click()
  await driver.page.getByText('Área vista pelo escritório').waitFor()
  await driver.context.close()
})

test('where no script runs, the pages of passkeys say what is needed and lead to the password', async () => {
  const driver = await signedInAs(site, 'driver', { ...PHONE, javaScriptEnabled: false })
  await driver.page.goto('/dashboard/profile')
  await driver.page.getByText('Para criar uma chave, o navegador precisa de JavaScript', { exact: false }).waitFor()
  await driver.context.clearCookies()
  await driver.page.goto('/login/passkey')
  await driver.page.getByText('O navegador precisa de JavaScript', { exact: false }).waitFor()
  expect(await driver.page.getByRole('button', { name: 'Entrar com chave de acesso' }).count()).toBe(0)
  await driver.page.getByRole('link', { name: 'Entrar com a palavra-passe' }).click()
  await driver.page.waitForURL('**/login')
  await driver.context.close()
})

test('a passkey made in one press signs in alone; of a phone that was lost the office takes it away', async () => {
  const driver = await signedInAs(site, 'driver', PHONE, 'own')
  const device = await driver.context.newCDPSession(driver.page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { page } = driver
  await page.goto('/dashboard/profile')
  await send(page, 'Criar chave neste aparelho')
  await page.getByText('A chave de acesso está criada.', { exact: false }).waitFor()

  await driver.context.clearCookies()
  await page.waitForLoadState()
  await page.goto('/login?next=%2Fdashboard%2Fprofile')
  await send(page, 'Entrar com chave de acesso')
  await page.waitForURL('**/dashboard/profile')
  await page.locator('summary', { hasText: 'Chaves de acesso' }).click()
  await page.locator('summary', { hasText: 'usada em' }).click()
  await page
    .locator('details details', { hasText: 'usada em' })
    .getByLabel('Nome', { exact: true })
    .fill('Telemóvel de trabalho')
  await send(page, 'Mudar o nome')
  await page.getByText('A chave tem um novo nome.').waitFor()

  const office = await signedInAs(site, 'admin')
  await office.page.goto('/admin/users?view=driver')
  await office.page.getByRole('rowheader').getByRole('link', { name: /Rui/ }).click()
  await office.page.getByRole('definition').getByText('Telemóvel de trabalho').waitFor()
  await office.page.getByRole('heading', { name: 'Segurança' }).click()
  await send(office.page, 'Retirar as chaves de acesso')
  await office.page.getByText('As chaves de acesso foram retiradas', { exact: false }).waitFor()

  // The phone is signed out at once, wherever it is.
  await page.waitForURL(/\/login\?next=/)
  await send(page, 'Entrar com chave de acesso')
  await page.getByRole('alert').getByText('A chave de acesso não foi aceite.', { exact: false }).waitFor()
  await office.context.close()
  await driver.context.close()
})

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('main button[type=submit]').first().click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto('/admin/users/invite')
  await page.locator('[name=displayName]').fill('Rita Contas')
  await page.locator('[name=email]').fill(email)
  // Nothing is ticked beforehand: the office always says what a new person may do.
  await page.getByRole('checkbox', { name: /^Operações/ }).check()
  await send(page, 'Enviar convite')
  return (await page.locator('main code').textContent()) ?? ''
}

function send(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

const stepNow = () => Math.floor(Date.now() / 30_000)

/**
 * The code that an authenticator app shows (RFC 6238). A code counts once: whoever has used the current one takes the
 * next, which already counts.
 */
function codeOf(secret: string, step: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The subjects of the messages to somebody, once there is one. */
async function mailedTo(email: string): Promise<string> {
  let said = ''
  await expect
    .poll(() => (said = messagesTo(email).join('\n')), { timeout: 15_000 })
    .toContain('A sua conta está fechada')
  return said
}

/** Messages to somebody, as the outbox folder keeps them without a mail server. */
function messagesTo(email: string): string[] {
  const folder = join(site.data, 'outbox')
  return readdirSync(folder)
    .map((file) => readable(readFileSync(join(folder, file), 'utf8')))
    .filter((text) => text.includes(`To: ${email}`))
}

/** Decodes quoted-printable, in the text and in the subject. */
function readable(data: string): string {
  const bytes = data
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The link of the newest message to somebody, as the outbox folder keeps it without a mail server. */
async function linkMailedTo(email: string, mode = ''): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      () => {
        const links = messagesTo(email).flatMap((text) => [
          ...text.matchAll(/https?:\/\/[^\s"<]+\/auth\/action\?[^\s"<]+/g),
        ])
        link = links.map(([found]) => found.replaceAll('&amp;', '&')).find((found) => found.includes(`mode=${mode}`))
        return link
      },
      { timeout: 15_000 },
    )
    .toBeTruthy()
  return link ?? ''
}
