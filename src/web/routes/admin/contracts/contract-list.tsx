import { driversApart } from '#domain/driver.ts'
import { CONTRACT_STATES, type ContractState as StateName, lastDayOf } from '#domain/contract.ts'
import type { ContractView } from '#features/contracts/schema.ts'
import { ContractState } from '#web/parts/contract-parts.tsx'
import { list } from '#web/parts/list.ts'

/**
 * `otherTerms`: the contract's terms differ from the driver's terms in force. `wait`: the office has to decide which are right;
 * `outrun`: only the financial settings changed after the contract was signed.
 */
export type ListedContract = ContractView & {
  isInForce: boolean
  endsSoon: boolean
  otherTerms: 'wait' | 'outrun' | null
}

const inState = (wanted: StateName) => ({
  words: `page.contracts.states.${wanted}` as const,
  holds: ({ state, paper }: ListedContract) => state === wanted && paper === null,
})

const ofPaper = (wanted: 'waiting' | 'accepted') => ({
  words: `page.contracts.paperStates.${wanted}` as const,
  holds: ({ paper }: ListedContract) => paper === wanted,
})

/** Every contract; those that wait for the company come first. */
export const CONTRACTS = list({
  place: '/admin/contracts',
  words: (word) => `page.contracts.${word}`,
  apart: driversApart,
  searchTexts: ({ number, driver }: ListedContract) => [String(number), driver.name, driver.ref],
  views: {
    ...Object.fromEntries(CONTRACT_STATES.map((state) => [state, inState(state)])),
    'paper-waiting': ofPaper('waiting'),
    paper: ofPaper('accepted'),
    ending: { words: 'page.contracts.endSoon', holds: ({ endsSoon }) => endsSoon },
    'terms-waiting': { words: 'page.contractTerms.view', holds: ({ otherTerms }) => otherTerms === 'wait' },
    'terms-outrun': { words: 'page.contractTerms.outrunView', holds: ({ otherTerms }) => otherTerms === 'outrun' },
  },
  first: { by: 'state', descending: false },
  together: {
    name: ({ number, driver }) => `${number} · ${driver.name}`,
    acts: [
      { to: '/admin/contracts/together/send', words: 'page.contractsOfSeveral.send.together' },
      { to: '/admin/contracts/together/links', words: 'page.contractsOfSeveral.links.together' },
      { to: '/admin/contracts/together/seal', words: 'page.contractsOfSeveral.seal.together' },
    ],
  },
  groups: ['driver', 'kind', 'state', 'startsOn'],
  columns: {
    driver: { value: ({ driver }) => driver.name, sorts: true },
    kind: { value: ({ kind }, t) => t(`page.contracts.kinds.${kind}`), sorts: true },
    number: { value: ({ number }) => number, kind: 'count', sorts: true },
    state: {
      value: ({ state, paper }, t) =>
        paper ? t(`page.contracts.paperStates.${paper}`) : t(`page.contracts.states.${state}`),
      cell: ({ state, paper }) => <ContractState state={state} paper={paper} />,
      order: ({ state }) => CONTRACT_STATES.indexOf(state),
      sorts: true,
    },
    since: { value: ({ since }) => since, kind: 'moment', sorts: true, wideOnly: true },
    startsOn: { value: ({ startsOn }) => startsOn, kind: 'day', sorts: true, wideOnly: true },
    endsOn: { value: (contract) => lastDayOf(contract), kind: 'day', onlyInFile: true },
    force: {
      value: ({ isInForce }, t) => t(isInForce ? 'page.contracts.yes' : 'page.contracts.no'),
      sorts: true,
      wideOnly: true,
    },
  },
  phone: { state: 'state', facts: ['kind', 'startsOn'] },
  head: (column) => `page.contracts.list.${column}`,
})
