import { columnOf, type Header } from '#platform/table.ts'

/** Columns that name the driver, the same in every report of Uber; names as `headingKey` gives them. */
export const DRIVER_COLUMNS = {
  driver: ['uuid do motorista', 'driver uuid'],
  firstName: ['nome próprio do motorista', 'driver first name'],
  surname: ['apelido do motorista', 'driver surname', 'driver last name'],
  organisation: ['uuid da organização', 'organisation uuid', 'organization uuid'],
} as const

/** Columns with the trip of a row. */
export const TRIP_COLUMNS = ['uuid da viagem', 'trip uuid'] as const

/** Columns that every list of transactions has, and no weekly report. */
export const TRANSACTION_COLUMNS = ['uuid da transação', 'transaction uuid'] as const

/**
 * Tree of money columns as Uber names it in one language. Headings are paths (`Pago a si:Os seus rendimentos:Tarifa`);
 * leaves come and go with the week, so sums are checked by path and only the figures named here are known by name.
 */
export type Tree = {
  language: 'pt' | 'en'
  variant: 'paid-to-you' | 'total-earnings'
  /** Branches that add up to the payment; the first must be there. */
  roots: readonly string[]
  earnings: string
  fare: string
  /** Paths below which any leaf is expected: a new one is not reported. */
  open: readonly string[]
  measures: Readonly<
    Record<'service_fee' | 'tips' | 'cash_collected' | 'toll_refund' | 'toll_tax' | 'bank_transfer', readonly string[]>
  >
  fareTax: readonly string[]
  /** Amounts that Uber itself pays for driving: a column, or a branch with columns of its own. */
  incentives: readonly string[]
}

const PT: Tree = {
  language: 'pt',
  variant: 'paid-to-you',
  roots: ['pago a si'],
  earnings: 'pago a si:os seus rendimentos',
  fare: 'pago a si:os seus rendimentos:tarifa',
  open: [
    'pago a si:os seus rendimentos:tarifa',
    'pago a si:os seus rendimentos:outros rendimentos',
    'pago a si:os seus rendimentos:impostos',
  ],
  measures: {
    service_fee: ['pago a si:os seus rendimentos:taxa de serviço'],
    tips: ['pago a si:os seus rendimentos:gratificação', 'pago a si:os seus rendimentos:gratificações'],
    cash_collected: ['pago a si:saldo da viagem:pagamentos:dinheiro recebido'],
    toll_refund: ['pago a si:saldo da viagem:reembolsos:portagem', 'pago a si:saldo da viagem:reembolsos:portagens'],
    toll_tax: ['pago a si:saldo da viagem:impostos:imposto sobre a tarifa'],
    bank_transfer: ['pago a si:saldo da viagem:pagamentos:transferido para uma conta bancária'],
  },
  fareTax: ['pago a si:os seus rendimentos:tarifa:imposto sobre a tarifa'],
  incentives: [
    'pago a si:os seus rendimentos:outros rendimentos:aumento de rendimentos',
    'pago a si:os seus rendimentos:outros rendimentos:promoções',
  ],
}

const EN: Tree = {
  language: 'en',
  variant: 'paid-to-you',
  roots: ['paid to you'],
  earnings: 'paid to you:your earnings',
  fare: 'paid to you:your earnings:fare',
  open: [
    'paid to you:your earnings:fare',
    'paid to you:your earnings:other earnings',
    'paid to you:your earnings:other fees',
    'paid to you:your earnings:taxes',
  ],
  measures: {
    service_fee: ['paid to you:your earnings:service fee'],
    tips: ['paid to you:your earnings:tip', 'paid to you:your earnings:tips'],
    cash_collected: ['paid to you:trip balance:payouts:cash collected'],
    toll_refund: ['paid to you:trip balance:refunds:toll', 'paid to you:trip balance:refunds:tolls'],
    toll_tax: ['paid to you:trip balance:taxes:tax on fare'],
    bank_transfer: ['paid to you:trip balance:payouts:transferred to bank account'],
  },
  fareTax: ['paid to you:your earnings:fare:tax on fare'],
  incentives: [
    'paid to you:your earnings:other earnings:earnings boost',
    'paid to you:your earnings:other earnings:promotions',
  ],
}

/** The newer tree: no single column is the payment, only the branches together. */
const EN_NEWER: Tree = {
  language: 'en',
  variant: 'total-earnings',
  roots: ['total earnings', 'refunds & expenses', 'payouts', 'paid to third parties', 'paid to uber'],
  earnings: 'total earnings',
  fare: 'total earnings:net fare',
  open: [
    'total earnings:net fare',
    'total earnings:promotions',
    'total earnings:taxes',
    'total earnings:other earnings',
    'total earnings:other fees',
    'refunds & expenses',
    'paid to third parties',
    'paid to uber',
  ],
  measures: {
    service_fee: ['total earnings:service fee'],
    tips: ['total earnings:tip', 'total earnings:tips'],
    cash_collected: ['payouts:cash collected'],
    toll_refund: ['refunds & expenses:refunds:toll', 'refunds & expenses:toll'],
    toll_tax: ['refunds & expenses:taxes:tax on fare'],
    bank_transfer: ['payouts:transferred to bank account'],
  },
  fareTax: ['total earnings:net fare:tax on fare', 'total earnings:taxes:tax on fare'],
  incentives: ['total earnings:promotions'],
}

const TREES: readonly Tree[] = [PT, EN, EN_NEWER]

/** Finds the tree whose first root, or anything below it, is among the headings. */
export function treeOf(keys: Iterable<string>): Tree | null {
  const headings = [...keys]
  return TREES.find(({ roots }) => headings.some((key) => key === roots[0] || key.startsWith(`${roots[0]}:`))) ?? null
}

/** Lists the columns of the tree that are in the file. */
export function treeColumns(header: Header, tree: Tree): number[] {
  return header.keys.flatMap((key, column) =>
    tree.roots.some((root) => key === root || key.startsWith(`${root}:`)) ? [column] : [],
  )
}

/** Lists the columns below a path that no other column divides further. */
export function leafColumnsUnder(header: Header, path: string): number[] {
  return header.keys.flatMap((key, column) => {
    const isLeaf = !header.keys.some((other) => other.startsWith(`${key}:`))
    const isFirst = header.keys.indexOf(key) === column
    return key.startsWith(`${path}:`) && isLeaf && isFirst ? [column] : []
  })
}

/** Lists the columns that make up a figure: its branch if there is one, else its leaves. */
export function figureColumns(header: Header, path: string): number[] {
  const branch = columnOf(header, path)
  return branch === -1 ? leafColumnsUnder(header, path) : [branch]
}

/** Lists the columns of the incentives, which a report may lack without any of its sums being wrong. */
export function incentiveColumns(header: Header, { incentives }: Tree): number[] {
  return incentives.flatMap((path) => figureColumns(header, path))
}

/** Lists the headings of the tree that are unknown by name and by path. */
export function unknownColumns(header: Header, tree: Tree): string[] {
  const known = new Set([
    ...tree.roots,
    tree.earnings,
    ...Object.values(tree.measures).flat(),
    ...tree.fareTax,
    ...Object.values(DRIVER_COLUMNS).flat(),
  ])
  return header.columns.filter((column, at) => {
    const key = header.keys[at]!
    const isOpen = tree.open.some((path) => key === path || key.startsWith(`${path}:`))
    return column !== '' && !known.has(key) && !isOpen
  })
}
