import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { damageAct } from '#features/fleet/damages/schema.ts'
import { fineAct } from '#features/fleet/fines/schema.ts'
import { upkeepAct } from '#features/fleet/upkeep/schema.ts'
import { ownPlanInput, planAct } from '#features/plans/schema.ts'
import { actionWords, kindWords } from './log-words.ts'
import { translator } from './translate.ts'

/** Every action the source names where a change is carried out: `saves('driver.save', …)`, `submit(…, 'driver.save', …)`, `action: 'driver.save'`. */
const ACTION =
  /(?:submit\(\s*\{[^}]*\},|\baction:|\b(?:saves|confirms|makeChange|change|carry)\()\s*'([a-z-]+\.[a-z-]+)'/g
/** What one form may ask, where that names the action: `submit(…, ({ intent }) => `plan.${intent}`, …)`. */
const asked = [
  ...[...planAct.options, ...ownPlanInput.options].map(({ shape }) => `plan.${shape.intent.value}`),
  ...['add', 'pause', 'stop'].map((intent) => `recurring.${intent}`),
  ...['tell-drivers', 'tell-by-whatsapp', 'take-telling-back'].map((said) => `week.${said}`),
  ...['ask', 'accept', 'decline', 'withdraw', 'on', 'off'].map((said) => `second-look.${said}`),
  ...[
    'send',
    'withdraw',
    'accept',
    'decline',
    'take-back',
    'finding-accept',
    'finding-decline',
    'finding-take-back',
  ].map((said) => `receipt.${said}`),
  ...fineAct.options.map(({ shape }) => `fine.${shape.intent.value}`),
  ...damageAct.options.map(({ shape }) => `damage.${shape.intent.value}`),
  ...['ask', 'withdraw', 'done', 'declined', 'reopen'].map((said) => `correction.${said}`),
  ...['add', 'ask', 'accept', 'refuse', 'take-back'].map((said) => `paper.${said}`),
  ...upkeepAct.options.map((one) => `upkeep.${one.shape.intent.value}`),
  ...[
    'draft',
    'send',
    'sign',
    'seal',
    'refuse',
    'withdraw',
    'code',
    'link',
    'revoke-link',
    'paper',
    'accept-paper',
    'decline-paper',
    'take-terms',
    'keep-terms',
  ].map((said) => `contract.${said}`),
  'iban.check',
  ...['accept', 'decline', 'accept-all'].map((said) => `adjustment.${said}`),
]
const named = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ACTION)].map(([, action]) => action!))
  .toSorted()

test('every action of the log has its words in both languages (`logged`, beside those of its noun)', () => {
  expect(new Set(named).size).toBeGreaterThan(300)
  const silent = [...new Set([...named, ...asked])].filter((action) =>
    [translator('pt'), translator('en')].some((t) => actionWords(t, action) === null),
  )
  expect(silent).toEqual([])
})

/**
 * What an event is about, wherever it is said: `subject: 'company'`, `` subject: `driver:${id}` ``, by one of two, by `subjectOf`, or of several one after
 * the other (`for (const subject of …`).
 */
const ABOUT = [
  /\bsubject: (?:\$\{[^}]*\}|[^,{}\n])*/g,
  /\bconst subject = [`'][^\n]*/g,
  /\bconst subject of \[[^\n]*/g,
  /\bconst subjects = \[[^\]]*\]/g,
  /\bfunction subjectOf\([\s\S]*?\n\}/g,
  /\bNOUNS: Record<RunKind, string> = \{[^}]*\}/g,
]
/** The kind in each: a word alone, or before its id. */
const KIND = /(?:\bsubject: |[?:] |return |: )'([a-z-]+)'|`([a-z-]+):\$\{/g
// A field of a form may be called so too: forms are described in `schema.ts`, and nothing is noted there.
const kinds = globSync('src/{features,web,demo}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', '**/schema.ts'] })
  .map((file) => readFileSync(file, 'utf8'))
  .filter((source) => /\bnote\(/.test(source))
  .flatMap((source) => ABOUT.flatMap((about) => source.match(about) ?? []))
  .flatMap((said) => [...said.matchAll(KIND)].flatMap(([, alone, withId]) => alone ?? withId ?? []))

/** What a noun that describes itself is called where its values are told in the words of its form: `logged: 'vehicle'`, in its `schema.ts`. */
const described = globSync('src/features/**/schema.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\blogged: '([a-z-]+)'/g)].map(([, kind]) => kind!),
)

test('everything an event of the log is about has its word, and each kind of name on a platform', () => {
  const about = new Set(kinds)
  expect(about.size).toBeGreaterThan(50)
  const ofKeys = ['driver', 'individual', 'email', 'phone', 'plate', 'obu', 'iai', 'fuel-card', 'electric-card']
  const keys = [
    ...ofKeys.map((kind) => `page.audit.keyKinds.${kind}`),
    ...['company.added', 'company.changed', 'company.kept', 'terms.keep', 'terms.plain'].map(
      (value) => `page.audit.values.${value}`,
    ),
  ]
  const languages = [translator('pt'), translator('en')]
  const isSilent = (kind: string) => languages.some((t) => kindWords(t, kind) === null)
  expect([...about, ...described].filter(isSilent)).toEqual([])
  expect(described.length).toBeGreaterThan(5)
  expect(described.filter((kind) => !about.has(kind))).toEqual([])
  expect(keys.filter((key) => [translator('pt'), translator('en')].some((t) => t.find(key) === null))).toEqual([])
})
