import { expect, test } from 'vitest'
import { LONGEST_OWN_NAME, MAX_OWN_NAMES, otherAccounts, newNames } from './imported-file.ts'
import { type Version, downloadNumber, versionGroups } from './versions.ts'
import { readWeek } from './week.ts'

const W23 = readWeek('2026-W23')
const ours = {
  name: 'Rotas Lusas, Lda',
  uberOrganisations: ['Segunda Via, Lda'],
  boltCompanies: ['Segunda Via, Lda'],
  viaVerdeContracts: ['900000202'],
}
const version = (id: string, over: Partial<Version> = {}): Version => ({
  id,
  name: `${id}.csv`,
  source: 'bolt',
  kind: 'earnings',
  account: 'rotaslusaslda',
  weeks: [W23],
  names: new Set(['a']),
  ...over,
})
const groups = (...files: Version[]) => versionGroups(files, ours).map(({ files: ids }) => ids.toSorted())

test('files of one account and week are versions of each other, in whatever order they come', () => {
  const [a, b, c] = [version('a'), version('b'), version('c', { weeks: [readWeek('2026-W22')] })]
  expect(groups(a, b, c)).toEqual([['a', 'b']])
  expect(groups(c, b, a)).toEqual([['a', 'b']])
  expect(groups(a, version('d', { kind: 'driver_activity' }))).toEqual([])
})

test('a shortened or lost account is the same when it has a driver in common, and joins what else is', () => {
  const [lost, other] = [version('lost', { account: '' }), version('other', { account: 'outravialda' })]
  expect(groups(version('a'), lost)).toEqual([['a', 'lost']])
  expect(groups(version('a'), { ...lost, names: new Set(['z']) })).toEqual([])
  expect(groups(version('a'), other)).toEqual([])
  expect(groups(version('a'), other, lost)).toEqual([['a', 'lost', 'other']])
})

test('two Uber organisations of ours stand beside each other even with a driver in common; a strange one does not', () => {
  const uber = (id: string, account: string) => version(id, { source: 'uber', kind: 'payments_driver', account })
  expect(groups(uber('a', 'rotaslusaslda'), uber('b', 'segundavialda'))).toEqual([])
  expect(groups(uber('a', 'rotaslusaslda'), uber('b', 'quemsabelda'))).toEqual([['a', 'b']])
  expect(otherAccounts('segundavia', 'uber', ours)).toEqual(['rotaslusaslda'])
  expect(otherAccounts('', 'uber', ours)).toEqual([])
  expect(otherAccounts('rotaslusaslda', 'bolt', null)).toEqual([])
})

test('the later download is proposed where the names tell, and none where they do not', () => {
  expect(['r.csv', 'r (1).csv', 'r (12).csv.gz', 'r (1) final.csv', 'r(2).xlsx'].map(downloadNumber)).toEqual([
    0, 1, 12, 0, 2,
  ])
  const proposed = (...names: string[]) =>
    versionGroups(
      names.map((name, at) => version(String(at), { name })),
      ours,
    )[0]?.proposed
  expect(proposed('r.csv', 'r (1).csv')).toBe('1')
  expect(proposed('r (2).csv', 'r (1).csv', 'r.csv')).toBe('0')
  expect(proposed('a.csv', 'b.csv')).toBeNull()
})

test('what is remembered of a file is what is not known: names at Bolt, names and identifiers at Uber, contracts', () => {
  const named = (source: 'uber' | 'bolt' | 'viaverde', company: Partial<Parameters<typeof newNames>[0]['company']>) =>
    newNames({ source, company: { name: null, organisation: null, contracts: [], ...company } }, ours)
  const id = 'aaaaaaaa-1111-4111-8111-111111111111'
  expect(named('bolt', { name: 'Terceira, Lda' })).toEqual({ list: 'boltCompanies', values: ['Terceira, Lda'] })
  expect(named('bolt', { name: 'SEGUNDA VIA LDA' })).toBeNull()
  expect(named('uber', { name: 'Terceira, Lda', organisation: id })).toEqual({
    list: 'uberOrganisations',
    values: ['Terceira, Lda', id],
  })
  expect(named('viaverde', { contracts: ['1', '2'] })).toEqual({ list: 'viaVerdeContracts', values: ['1', '2'] })
  expect(named('viaverde', { contracts: ['1', '900000202'] })).toBeNull()
})

test('what is remembered of a file fits the form of the company: so many names, so long, of one line each', () => {
  const named = (source: 'bolt' | 'viaverde', name: string | null, contracts: string[] = []) =>
    newNames({ source, company: { name, organisation: null, contracts } }, ours)
  expect(named('bolt', 'Terceira\nLda')).toBeNull()
  expect(named('bolt', 'x'.repeat(LONGEST_OWN_NAME + 1))).toBeNull()
  expect(named('bolt', 'x'.repeat(LONGEST_OWN_NAME))?.values).toHaveLength(1)
  expect(named('viaverde', null, ['1 2', '3;4', '5'])?.values).toEqual(['5'])
  const many = Array.from({ length: 1_000 }, (_, at) => String(at))
  const { values } = named('viaverde', null, many)!
  expect(values.length + ours.viaVerdeContracts.length).toBe(MAX_OWN_NAMES)
  const full = { ...ours, viaVerdeContracts: [...ours.viaVerdeContracts, ...values] }
  expect(
    newNames({ source: 'viaverde', company: { name: null, organisation: null, contracts: ['x'] } }, full),
  ).toBeNull()
})
