import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { roster } from '../src/demo/fleet.ts'
import { weekFiles } from '../src/demo/week-files.ts'
import { type Week, readWeek } from '../src/domain/week.ts'
import { PAGE_ROWS } from '../src/web/routes/admin/weekly/drivers-page.ts'
import { type CountedUser, keyboard, mouse } from './counted-user.ts'
import { largeFleet } from './large-fleet.ts'
import { OWNER, registerFirst } from './office.ts'
import { copyOf } from './prepared.ts'
import { signedIn } from './signed-in.ts'
import { DESKTOP, PHONE, PUBLIC_SET, type Site, closeBrowser, newDataDirectory, startSite, volante } from './site.ts'

/**
 * The promise for the Monday: six acts from the files to the bank, whatever the number of drivers, and two for each
 * exception.
 */
afterAll(closeBrowser)

const MAX_ACTS_FOR_A_WEEK = 6
const MAX_ACTS_FOR_AN_EXCEPTION = 2
const WEEK = '2026-W23'

const PUBLIC_FILES = ['uber', 'bolt', 'viaverde', 'prio'].flatMap((folder) =>
  readdirSync(join(PUBLIC_SET, folder)).map((name) => join(PUBLIC_SET, folder, name)),
)
/** The journeys here use the keyboard and a phone; `monday.e2e.ts` uses a mouse on a screen. */
const WAYS: readonly { name: string; options: BrowserContextOptions; userOf: (page: Page) => CountedUser }[] = [
  { name: 'with the keyboard alone', options: DESKTOP, userOf: keyboard },
  { name: 'on a phone', options: PHONE, userOf: mouse },
]

/** Pages that a phone shows as a screen does take as many acts there: one way is enough. */
const KEYBOARD = WAYS.slice(0, 1)
const ON_A_PHONE = WAYS.slice(1)

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'volante-files-'))
}

function written(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** The first administrator, signed in before anything is counted. */
const anAdmin = (site: Site, options: BrowserContextOptions) => signedIn(site, OWNER, options)

/** Takes the week from the files to the bank file and to the messages for drivers; answers the bank file. */
async function theWeek(page: Page, user: CountedUser, week: string, files: readonly string[]): Promise<string> {
  await page.goto(`/admin/weekly/${week}`)
  await user.drop(page.locator('input[type=file]').first(), files)
  await page.waitForURL(/\/admin\/data\/drops\//)
  await user.press(page.getByRole('button', { name: /^Importar/ }))
  await page.waitForURL((url) => url.pathname.endsWith(`/weekly/${week}`))

  const leave = page.getByRole('checkbox', { name: /por associar/ })
  await page.getByRole('button', { name: 'Aprovar semana' }).waitFor()
  if ((await leave.count()) > 0) await user.press(leave)
  await user.press(page.getByRole('button', { name: 'Aprovar semana' }))
  await page.getByText('Semana aprovada').waitFor()

  const download = page.waitForEvent('download')
  await user.press(page.getByRole('button', { name: 'Descarregar ficheiro SEPA' }))
  const file = readFileSync(await (await download).path(), 'utf8')
  await expectNobodyMailed(page, week)
  return file
}

/** Expects the page to say that no mail server is set up, and of nobody that they were told. */
async function expectNobodyMailed(page: Page, week: string) {
  const text = await (await page.request.get(`/admin/weekly/${week}/messages`)).text()
  expect(text).toContain('falta um servidor de e-mail')
  expect(text).toContain('Por avisar')
  expect(text).not.toMatch(/>Enviado</)
}

test.each(ON_A_PHONE)(
  'the public set, its unknown plate left aside, takes six acts at most, $name',
  async ({ options, userOf: of }) => {
    const data = copyOf('publicFleet')
    const site = await startSite(data)
    try {
      await registerFirst(site, OWNER)
      const { page, refused } = await anAdmin(site, options)
      const user = of(page)
      expect(await theWeek(page, user, WEEK, PUBLIC_FILES)).toContain('<CtrlSum>3157.35</CtrlSum>')
      expect(user.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_A_WEEK)
      expect(refused).toEqual([])
    } finally {
      await site.stop()
    }
  },
)

/** More drivers than a page of the week's table shows, and than Tab would pass on the way to a button behind them. */
const MANY = PAGE_ROWS + 10

test.each(KEYBOARD)(
  'more drivers than a page shows take no more acts than eight, $name',
  { timeout: 400_000 },
  async ({ options, userOf: of }) => {
    const fleet = largeFleet(MANY)
    const folder = newFolder()
    const data = copyOf('nothing')
    volante(data, 'fleet', 'load', written(folder, 'roster.json', JSON.stringify(roster(fleet))), '--terms', 'plain')
    const site = await startSite(data)
    try {
      await registerFirst(site, OWNER)
      const { page, refused } = await anAdmin(site, options)
      const user = of(page)
      const bank = await theWeek(page, user, WEEK, filesOf(readWeek(WEEK), fleet))
      expect(bank.match(/<CdtTrfTxInf>/g)).toHaveLength(MANY)
      expect(user.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_A_WEEK)
      expect(refused).toEqual([])
      await expectPackingToStop(site)
    } finally {
      await site.stop()
    }
  },
)

/**
 * Expects the packing of as many statements on paper to tell how far it is, also when the page is opened again, and to
 * stop.
 */
async function expectPackingToStop(site: Site) {
  const { page } = await anAdmin(site, DESKTOP)
  const underWay = new RegExp(`\\d+ de ${MANY} extratos em PDF`)
  await page.goto(`/admin/weekly/${WEEK}/statements.zip`)
  await page.getByText(underWay).waitFor()
  await page.reload()
  await page.getByText(underWay).waitFor()
  await page.getByRole('button', { name: 'Parar' }).click()
  await page.getByText('O trabalho foi parado').waitFor()
  expect((await page.request.get(`${page.url()}/file`)).status()).toBe(404)
}

function filesOf(week: Week, fleet: ReturnType<typeof largeFleet>): string[] {
  const folder = newFolder()
  return weekFiles(week, false, fleet).map(({ name, text }) => written(folder, name, text))
}

/** Loads a fleet once; each way of working gets a copy. */
function loadedOnce(load: () => string): () => string {
  let loaded: string | null = null
  return () => {
    loaded ??= load()
    const data = newDataDirectory()
    cpSync(loaded, data, { recursive: true })
    return data
  }
}

/** The public fleet with something amiss of each kind. */
const troubled = loadedOnce(() => {
  const folder = newFolder()
  const whole = JSON.parse(readFileSync(join(PUBLIC_SET, 'roster.json'), 'utf8'))
  const fleet = {
    ...whole,
    drivers: whole.drivers.map((driver: { id: string }) => (driver.id === 'D5' ? { ...driver, iban: null } : driver)),
    // Leave out who has the car of D7.
    assignments: whole.assignments.filter(({ driver }: { driver: string }) => driver !== 'D7'),
  }
  const without = (ref: string) => ({
    ...fleet,
    drivers: fleet.drivers.filter(({ id }: { id: string }) => id !== ref),
    assignments: fleet.assignments.filter(({ driver }: { driver: string }) => driver !== ref),
  })
  const data = copyOf('nothing')
  volante(data, 'fleet', 'load', written(folder, 'seven.json', JSON.stringify(without('D8'))), '--terms', 'plain')
  volante(data, 'fleet', 'load', written(folder, 'eight.json', JSON.stringify(fleet)), '--terms', 'keep', '--merge')
  return data
})

/** The files of the week: Uber knows D1 by another name, Bolt does not mention D2, and one passage is there twice. */
function troubledFiles(): string[] {
  const folder = newFolder()
  const edits: [part: string, edit: (text: string) => string][] = [
    ['payments_driver', (text) => text.replaceAll('17dbf0fa-850a-4120-b6cf-88253a8163c8', NEW_UUID)],
    ['2026W23', (text) => linesWithout(text, 'Bruna')],
  ]
  const files = PUBLIC_FILES.filter((file) => !file.includes('25 mai')).map((file) => {
    const edit = edits.find(([part]) => basename(file).includes(part))
    return edit ? written(folder, basename(file), edit[1](readFileSync(file, 'utf8'))) : file
  })
  const tolls = readFileSync(
    PUBLIC_FILES.find((file) => file.includes('extrato'))!,
    'utf8',
  )
  const passage = tolls.split('\n').find((line) => line.includes('ZX-33-TC'))!
  const head = tolls.slice(0, tolls.indexOf(passage))
  return [
    ...files,
    written(folder, 'outro.csv', `${head}${passage.split(';').with(7, 'PONTE 25 ABRIL N/S').join(';')}\n`),
  ]
}

const NEW_UUID = '17dbf0fa-850a-4120-b6cf-88253a816000'

function linesWithout(text: string, part: string): string {
  return text
    .split('\n')
    .filter((line) => !line.includes(part))
    .join('\n')
}

test.each(KEYBOARD)('every kind of exception takes two acts at most, $name', async ({ options, userOf: of }) => {
  const site = await startSite(troubled())
  try {
    await registerFirst(site, OWNER)
    const { page, refused } = await anAdmin(site, options)
    await theFiles(page, troubledFiles())
    const main = page.getByRole('main')
    const cards = (kind: RegExp) =>
      main.locator('li').filter({ has: page.getByRole('heading', { level: 3 }), hasText: kind })

    await page.goto(`/admin/weekly/${WEEK}`)
    await solved(/Matrícula por associar/, /done=company/, (user, card) => user.press(button(card, 'Fica na empresa')))
    await solved(/Motorista por associar/, /done=remembered/, (user, card) =>
      user.press(button(card, /^Associar a Anselmo/)),
    )
    await solved(/Mesma passagem, dois ficheiros/, /done=said/, (user, card) => user.press(button(card, 'É a mesma')))
    await solved(/Sem motorista a essa hora/, /done=held/, async (user, card) => {
      await user.press(card.getByRole('link', { name: 'Dizer quem a tinha' }))
      await main.getByRole('heading', { name: /Quem tinha a/ }).waitFor()
      await user.press(button(main, /^Era Gonçalo/))
    })
    await solved(/Sem condições/, /done=terms/, (user, card) => user.press(button(card, /^Dar as condições/)))
    await solved(/Sem IBAN/, /done=iban/, async (user, card) => {
      await user.type(card.getByLabel(/^IBAN de Edvaldo/), 'PT50999900000000000010561')
      await user.press(button(card, 'Guardar IBAN'))
    })
    await solved(/não aparece no ficheiro da Bolt/, /done=said/, (user, card) => user.press(button(card, 'Está certo')))
    expect(await main.getByRole('heading', { name: 'Nada por decidir' }).count()).toBe(1)

    // Right after an answer the page shows it, so that it can be taken back.
    await page.goto(`/admin/weekly/${WEEK}?done=said`)
    const back = of(page)
    await back.press(button(main, /^Anular: Bruna.*Bolt/))
    await cards(/não aparece no ficheiro da Bolt/).waitFor()
    expect(back.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_AN_EXCEPTION)
    expect(refused).toEqual([])

    /** Solves one exception: begins and ends on the week's page, opened anew. */
    async function solved(kind: RegExp, answered: RegExp, act: (user: CountedUser, card: Locator) => Promise<void>) {
      const before = await cards(kind).count()
      expect(before, String(kind)).toBeGreaterThan(0)
      const user = of(page)
      await act(user, cards(kind).first())
      await page.waitForURL(answered)
      expect(user.acts(), String(kind)).toBeLessThanOrEqual(MAX_ACTS_FOR_AN_EXCEPTION)
      await page.goto(`/admin/weekly/${WEEK}`)
      expect(await cards(kind).count(), String(kind)).toBeLessThan(before)
    }
  } finally {
    await site.stop()
  }
})

/** Opens the week of the public fleet with its files imported; and approved, with `approved`. */
async function theirWeek(page: Page, approved: boolean) {
  await theFiles(page, PUBLIC_FILES)
  if (!approved) return
  await page.getByRole('checkbox', { name: /por associar/ }).check()
  await page.getByRole('button', { name: 'Aprovar semana' }).click()
  await page.getByText('Semana aprovada').waitFor()
}

/** The report of Uber a day later: D1 is no longer in it. */
function newerReport(): string {
  const file = PUBLIC_FILES.find((path) => path.includes('payments_driver'))!
  return written(newFolder(), basename(file), linesWithout(readFileSync(file, 'utf8'), 'ANSELMO'))
}

test.each(KEYBOARD)(
  'another company, a newer report and what it changes take two acts at most, $name',
  async ({ options, userOf: of }) => {
    const data = copyOf('publicFleet')
    const site = await startSite(data)
    try {
      await registerFirst(site, OWNER)
      const { page, refused } = await anAdmin(site, options)
      const main = page.getByRole('main')
      await theirWeek(page, true)

      // Import a newer version of a report: the page shows what it changes before it counts.
      const newer = of(page)
      await page.goto(`/admin/weekly/${WEEK}`)
      await newer.drop(page.locator('input[type=file]').first(), [newerReport()])
      await main.getByText('Outra versão').waitFor()
      expect(await main.getByRole('row', { name: /Anselmo/ }).innerText()).toContain('−574,85')
      await newer.press(button(main, /^Importar/))
      await page.waitForURL((url) => url.pathname.endsWith(`/weekly/${WEEK}`))
      expect(newer.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_AN_EXCEPTION)

      // An approved statement does not change by itself: the office voids it and makes it anew.
      const changed = of(page)
      const card = main.locator('li').filter({ hasText: 'Mudança depois da emissão' })
      await changed.press(card.getByRole('link', { name: 'Anular e refazer' }))
      await page.waitForURL(/\/void/)
      await changed.press(button(main, /^Anular/))
      await page.waitForURL(/done=voided-one/)
      expect(changed.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_AN_EXCEPTION)
      expect(await card.count()).toBe(0)

      // A file of another company is imported only when somebody says so.
      const other = of(page)
      const bolt = PUBLIC_FILES.find((path) => path.includes('2026W23'))!
      const stranger = written(
        newFolder(),
        'Ganhos por motorista-2026W23-OUTRA EMPRESA UNIPESSOAL LDA.csv',
        readFileSync(bolt, 'utf8').replaceAll(/,"[0-9a-f]{8}(-[0-9a-f-]+)"/g, ',"99999999$1"'),
      )
      await page.goto(`/admin/weekly/${WEEK}`)
      await page.locator('input[type=file]').first().setInputFiles(stranger)
      await main.getByText('Por confirmar').waitFor()
      await other.press(page.getByRole('checkbox', { name: 'É também nossa' }))
      await other.press(button(main, /^Importar/))
      await page.waitForURL((url) => url.pathname.endsWith(`/weekly/${WEEK}`))
      expect(other.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_AN_EXCEPTION)
      expect(refused).toEqual([])
    } finally {
      await site.stop()
    }
  },
)

/** The company of the public set, without anybody. */
const nobody = loadedOnce(() => {
  const whole = JSON.parse(readFileSync(join(PUBLIC_SET, 'roster.json'), 'utf8'))
  const company = { ...whole, drivers: [], vehicles: [], assignments: [] }
  const data = copyOf('nothing')
  volante(data, 'fleet', 'load', written(newFolder(), 'company.json', JSON.stringify(company)), '--terms', 'plain')
  return data
})

test.each(KEYBOARD)(
  'a first week with nobody in the fleet: all the files know is created in two acts at most, $name',
  async ({ options, userOf: of }) => {
    const site = await startSite(nobody())
    try {
      await registerFirst(site, OWNER)
      const { page, refused } = await anAdmin(site, options)
      const main = page.getByRole('main')
      // A first week leads on by itself to the page of who drives, and then to what is agreed with them.
      await theFiles(page, PUBLIC_FILES, (url) => url.pathname.endsWith('/admin/data/newcomers'))
      const unknown = main.getByText(/^(Motorista|Matrícula) por associar$/)
      const user = of(page)
      await main.getByRole('heading', { name: 'Criar motoristas e viaturas em falta' }).waitFor()
      expect(await main.getByRole('checkbox').count()).toBeGreaterThan(10)
      await user.press(button(main, 'Criar o que está marcado'))
      await page.waitForURL(/\/terms\/new/)
      expect(user.acts()).toBeLessThanOrEqual(MAX_ACTS_FOR_AN_EXCEPTION)
      await page.goto(`/admin/weekly/${WEEK}`)
      await main.getByRole('heading', { level: 1 }).waitFor()
      expect(await unknown.count()).toBe(0)
      expect(refused).toEqual([])
    } finally {
      await site.stop()
    }
  },
)

function button(within: Locator, name: string | RegExp): Locator {
  return within.getByRole('button', { name })
}

async function theFiles(
  page: Page,
  files: readonly string[],
  leadsTo = (url: URL) => url.pathname.endsWith(`/weekly/${WEEK}`),
) {
  await page.goto(`/admin/weekly/${WEEK}`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files])
  await page.waitForURL(/\/admin\/data\/drops\//)
  await page.getByRole('button', { name: /^Importar/ }).click()
  await page.waitForURL(leadsTo)
}
