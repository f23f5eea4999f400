import { execSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Power } from '#domain/access.ts'
import { ADMIN, type Place } from '#web/places.ts'

/**
 * Every write that changes where money goes, or how much: an account, a platform name, terms, a merge, a bank file, a
 * setting with money. Tables and commands first, then every screen and command line that leads to one. A new way
 * without a row fails, and so does a row that differs from the code (`docs/decisions/064`).
 */
const WRITES: Record<string, readonly string[]> = {
  driver_ibans: ['ibans changeIbans'],
  iban_checks: ['second-person checkIban', 'second-person takeBackIbanCheck'],
  source_keys: ['keys insertKeys', 'keys removeKey', 'keys releaseKey', 'keys forgetKey', 'personal-data emptyRecord'],
  released_keys: ['drivers removeDriver', 'keys saveRelease', 'keys followReleases'],
  removed_keys: ['drivers removeDriver', 'drivers restoreDriver'],
  driver_merges: ['merges mergeDrivers', 'merges undoMerge', 'merges endHold'],
  terms: ['terms withdrawTerms', 'terms writeTermsOfEach'],
  payment_batches: [
    'payments exportBatch',
    'payments closeBatches',
    'bank-payments unpayByBank',
    'batch-undoings putBack',
    'bank-payments unrejectByBank',
  ],
  batch_payments: [
    'payments exportBatch',
    'payments confirmBatch',
    'payments voidBatch',
    'bank-payments rejectByBank',
    'bank-payments unrejectByBank',
    'bank-payments moveBatchPayments',
    'batch-undoings putBack',
  ],
  other_payments: ['other-payments payOne', 'other-payments undoOnePayment'],
  payment_returns: ['bank-payments reversePayments', 'bank-payments unreturnByBank'],
  company: ['company saveCompany', 'company writeOwnList', 'second-person writeRule'],
  financial_settings: ['financial-settings changeSettings'],
  commission_rules: ['referrals writeRules', 'referrals removeRule'],
  goals: ['goals reopenGoal', 'goals end', 'goals writeGoals'],
  referrals: ['referrals write', 'referrals withdrawReferral'],
  second_looks: ['second-person decide', 'second-person storeWaitingChange'],
}

/**
 * The safeguard that holds the money, tells somebody or asks a second person, and the test that shows it: file and
 * words of its title.
 */
const PROOFS = {
  ibanChange: ['ibans', 'the first IBAN counts at once, a change waits 48 hours and is told to the driver'],
  ibanFirst: ['ibans', 'a first IBAN from somebody without the power over money waits'],
  namesMoved: [
    'keys',
    'whoever receives a platform name of another driver is first paid 48 hours later, and the other is told',
  ],
  listChange: ['driver-lists', 'an IBAN that differs is a change, and waits'],
  twoPeople: ['second-person', 'a new IBAN is paid once somebody else than its writer has looked at that very one'],
  moneyOut: [
    'second-person',
    'an advance is granted when another person confirms, once its IBAN was looked at; before that nothing is owed',
  ],
  finalPaid: [
    'second-person',
    'a deposit goes back, and a final account is paid, when another person confirms the very figure',
  ],
} as const satisfies Record<string, readonly [string, string]>
type Proof = keyof typeof PROOFS

type Way = {
  /** The powers that the way asks for: the first for the whole of it, the others for parts. */
  power: readonly Power[]
  /** Whether it asks for a fresh sign-in. */
  fresh: boolean
  by: readonly Proof[]
}
const way = (power: readonly Power[], fresh: boolean, by: readonly Proof[] = []): Way => ({ power, fresh, by })

const SCREENS: Record<string, Way> = {
  'drivers/iban': way(['money'], true, ['ibanChange', 'twoPeople']),
  'weekly/driver-iban': way(['money'], true, ['ibanChange', 'twoPeople']),
  'drivers/list': way(['operations', 'money'], true, ['listChange', 'ibanFirst']),
  'drivers/new': way(['operations'], false, ['ibanFirst', 'namesMoved']),
  'data/new-driver': way(['operations'], false, ['ibanFirst', 'namesMoved']),
  'data/newcomers': way(['operations'], false, ['ibanFirst', 'namesMoved']),
  'recruitment/approval': way(['operations', 'money'], false, ['ibanFirst']),
  'drivers/platforms': way(['operations'], false, ['namesMoved']),
  'drivers/edit': way(['operations'], false, ['namesMoved']),
  'drivers/remove-key': way(['operations'], false, ['namesMoved']),
  'drivers/remove-driver': way(['operations'], false, ['namesMoved']),
  'data/keys': way(['operations'], false, ['namesMoved']),
  'data/recognised': way(['operations'], false, ['namesMoved']),
  'data/forget': way(['operations'], false, ['namesMoved']),
  'data/new-vehicle': way(['operations'], false),
  'privacy/confirm-erasure': way(['house'], true),
  'vehicles/cards': way(['operations'], false),
  'vehicles/remove-card': way(['operations'], false),
  'weekly/keys': way(['operations'], false, ['namesMoved']),
  'weekly/answers': way(['operations'], false, ['namesMoved']),
  'weekly/rows': way(['operations'], false),
  'drivers/merge': way(['money'], true),
  'drivers/merge-undo': way(['money'], true),
  'drivers/new-terms': way(['money'], false),
  'drivers/change-terms': way(['money'], false),
  'drivers/remove-terms': way(['money'], false),
  'drivers/take-back-check': way(['money'], false),
  'contracts/terms': way(['money'], false),
  'drivers/leave': way(['money'], false),
  'weekly/driver-terms': way(['money'], false),
  'weekly/first-terms': way(['money'], false),
  'drivers/terms-several': way(['money'], false),
  'weekly/same-terms': way(['money'], false),
  'weekly/batch': way(['money'], true, ['twoPeople']),
  'weekly/batch-payment': way(['money'], true, ['twoPeople']),
  'weekly/batch-void': way(['money'], true),
  'weekly/batch-reopening': way(['money'], true, ['twoPeople']),
  'weekly/driver-payment': way(['money'], true, ['twoPeople']),
  'weekly/driver-payment-undoing': way(['money'], true),
  'bank/import': way(['money'], false, ['twoPeople']),
  'bank/spelling': way(['money'], false, ['twoPeople']),
  'bank/teach': way(['money'], false, ['twoPeople']),
  'bank/movement': way(['money'], true, ['twoPeople']),
  'bank/take-back': way(['money'], true),
  'bank/undo-file': way(['money'], true, ['twoPeople']),
  'bank/confirm': way(['money'], true, ['twoPeople']),
  company: way(['house'], true, ['twoPeople']),
  'data/import-names': way(['operations'], false),
  'data/preview': way(['operations'], false),
  'financial-settings/change-settings': way(['money'], true, ['twoPeople']),
  'second-person': way(['money', 'house'], true, ['twoPeople', 'moneyOut', 'finalPaid']),
  'commissions/new-rule': way(['money'], false),
  'commissions/remove-rule': way(['money'], false),
  'goals/new': way(['money'], false),
  'goals/change': way(['money'], false),
  'goals/end': way(['money'], false),
  'goals/reopen': way(['money'], false),
  'commissions/new-referral': way(['money'], false),
  'commissions/withdraw-referral': way(['money'], false),
  'financing/new': way(['money'], false, ['moneyOut']),
  'financing/plan': way(['money'], false, ['moneyOut', 'finalPaid']),
  'drivers/departure': way(['money'], false, ['finalPaid']),
}

/** The route by which a program sends files with a key of its own, which is nobody's sign-in. */
const BY_KEY = 'src/web/routes/api/drop.ts'

const files = execSync('git ls-files --cached --others --exclude-standard src/features src/web src/cli')
  .toString()
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')

type Piece = { file: string; name: string; text: string }
/** Functions and constants that start at the left margin, each with its text. */
const pieces: Piece[] = files.flatMap((file) =>
  read(file)
    .split(/^(?=(?:export )?(?:async )?function\*? \w+|(?:export )?const \w+ = )/m)
    .flatMap((text) => {
      const name = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/.exec(text)?.[1]
      return name ? [{ file, name, text }] : []
    }),
)

/** By a statement, or by the function of the database that writes many rows of it. */
const writes = (table: string) =>
  new RegExp(
    `(insertInto|updateTable|deleteFrom)\\(\\s*'${table}'|(insert into|update|delete from) ${table}\\b|record_${table}\\(`,
  )
const writersOf = (table: string) =>
  pieces.filter(({ file, text }) => file.startsWith('src/features/') && writes(table).test(text))

/** The names that a file imports from other files of the house. */
function takenBy(file: string): Map<string, string> {
  const found = [...read(file).matchAll(/import (?:type )?\{([^}]*)\} from '([#.][^']+)'/g)]
  return new Map(
    found.flatMap(([, names, path]) => {
      const from = path!.startsWith('#') ? `src/${path!.slice(1)}` : join(dirname(file), path!)
      return names!.split(',').flatMap((one) => {
        const [name, as = name] = one
          .trim()
          .replace(/^type /, '')
          .split(' as ')
        return name ? [[as!, `${from} ${name}`] as const] : []
      })
    }),
  )
}

/** Every piece from which one of these is reached, by the names in its text. */
function reaching(start: readonly Piece[]): Set<Piece> {
  const taken = new Map(files.map((file) => [file, takenBy(file)]))
  const named = new Map(pieces.map((piece) => [piece, new Set(piece.text.match(/\b\w+\b/g))]))
  const found = new Set(start)
  const waiting = [...start]
  for (let to = waiting.pop(); to; to = waiting.pop()) {
    for (const piece of pieces) {
      if (found.has(piece)) continue
      const names = named.get(piece)!
      const isNamed =
        piece.file === to.file
          ? names.has(to.name)
          : [...taken.get(piece.file)!].some(([as, what]) => what === `${to.file} ${to.name}` && names.has(as))
      if (!isNamed) continue
      found.add(piece)
      waiting.push(piece)
    }
  }
  return found
}

test('every command that writes where money goes is named, under the table it writes', () => {
  const found = Object.keys(WRITES).map((table) => [
    table,
    writersOf(table)
      .map(({ file, name }) => `${basename(dirname(file))} ${name}`)
      .toSorted(),
  ])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(WRITES).map(([table, names]) => [table, names.toSorted()])),
  )
})

test('every screen that leads to such a write has a row with its power and whether it asks for a fresh sign-in, and it is so', () => {
  const reached = [...reaching(Object.keys(WRITES).flatMap(writersOf))]
    .filter(({ file, name }) => file.startsWith('src/web/') && name === 'action')
    .map(({ file }) => file)
    .filter((file) => file !== BY_KEY)
  // Files from a program are imported without answers: only somebody of the office says whose company or account a file is.
  expect(read('src/features/imports/deliveries/commands.server.ts')).toContain(
    '{ accept: [], ours: [], leave: [], versions: [] }',
  )
  const asks = new Map(ADMIN.flatMap(withInside).map((place) => [place.file, place.asks]))
  const asked = reached.map((file) => {
    const text = read(file)
    const ofPlace = asks.get(file.replace('src/web/routes/admin/', ''))
    const more = [...text.slice(text.indexOf('action')).matchAll(/requireAdmin\(context, '(\w+)'\)/g)].map(
      ([, power]) => power,
    )
    const name = file.replace('src/web/routes/admin/', '').replace('.tsx', '')
    return [name, { power: [...new Set([ofPlace, ...more])], fresh: text.includes('requireRecentSignIn(context)') }]
  })
  expect(Object.fromEntries(asked)).toEqual(
    Object.fromEntries(Object.entries(SCREENS).map(([name, { power, fresh }]) => [name, { power, fresh }])),
  )
})

test('each of them writes through one change: actor, action and change stand in the log of who acted', () => {
  const outside = Object.keys(SCREENS).filter((name) => {
    const text = read(`src/web/routes/admin/${name}.tsx`)
    return !/\b(submit|saves|confirms)\(/.test(text) && !/\b(carryOut|importAndMatch)\(/.test(text)
  })
  // Bank files are imported through one function, each by a change of its own.
  expect(read('src/web/routes/admin/bank/import-and-match.server.ts')).toContain('carryOut(')
  expect(outside).toEqual([])
})

test('what is said to hold money back, or to tell somebody of it, is shown by a test that is there', () => {
  const missing = Object.values(PROOFS).filter(
    ([feature, title]) => !read(globSync(`src/features/**/${feature}/commands.server.test.ts`)[0]!).includes(title),
  )
  expect(missing).toEqual([])
})

function withInside(place: Place): Place[] {
  return [place, ...(place.inside ?? []).flatMap(withInside)]
}
