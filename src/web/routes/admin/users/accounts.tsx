import type { AccountRow } from '#features/accounts/queries.server.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'
import { scopeWords } from './scope-words.ts'

const isAdmin = ({ role }: AccountRow) => role === 'admin'

/** Every account: who signs in, in which role, and when last. */
export const ACCOUNTS = list({
  place: '/admin/users',
  words: (word) => (word === 'title' ? 'page.users.title' : `page.users.list.${word}`),
  searchTexts: ({ name, email, driver }: AccountRow) => [name, email, driver?.name ?? null],
  views: {
    admin: { words: 'page.users.those.admin', holds: isAdmin },
    driver: { words: 'page.users.those.driver', holds: ({ role }) => role === 'driver' },
    disabled: { words: 'page.users.those.disabled', holds: ({ disabled }) => disabled },
    never: { words: 'page.users.those.never', holds: ({ lastSignInAt }) => lastSignInAt === null },
    bare: {
      words: 'page.users.those.bare',
      holds: (account) => isAdmin(account) && !account.disabled && account.hasFactor === false,
    },
  },
  groups: ['role', 'state', 'factor', 'lastSignIn'],
  columns: {
    name: {
      value: ({ name, email }) => name ?? email,
      cell: ({ name, email, disabled }, t) =>
        disabled ? (
          <>
            {name ?? email} <State tone="bad">{t('page.users.closed')}</State>
          </>
        ) : null,
      sorts: true,
    },
    email: { value: ({ email }) => email, sorts: true, wideOnly: true },
    role: {
      value: ({ role, scopes }, t) => (role === 'driver' ? t('common.role.driver') : scopeWords(t, scopes)),
      sorts: true,
    },
    state: {
      value: ({ disabled }, t) => t(disabled ? 'page.users.closed' : 'page.users.open'),
      onlyInFile: true,
    },
    factor: {
      value: ({ hasFactor }, t) => t(`page.users.factor.${hasFactor === null ? 'unknown' : hasFactor ? 'on' : 'off'}`),
      sorts: true,
      wideOnly: true,
    },
    lastSignIn: {
      value: ({ lastSignInAt }) => lastSignInAt,
      kind: 'moment',
      cell: ({ lastSignInAt }, t) => (lastSignInAt === null ? t('page.users.never') : null),
      sorts: true,
    },
  },
  phone: { facts: ['role', 'lastSignIn'] },
  head: (column) => `page.users.columns.${column}`,
})
