import { firstOf } from '#domain/certain.ts'

/** Headings of Bolt's reports by meaning, in both languages, as `headingKey` gives them, without the unit after `|`. */
export const BOLT = {
  driver: ['motorista', 'driver'],
  email: ['email', 'e-mail'],
  phone: ['telemóvel', 'telefone', 'phone', "driver's phone", 'phone number'],
  driverId: ['identificador do motorista', 'driver identifier'],
  individualId: ['identificador individual', 'individual identifier'],
  period: ['período', 'period'],
  gross: ['ganhos brutos (total)', 'gross earnings (total)'],
  app: ['ganhos brutos (pagamentos na app)', 'gross earnings (in-app payments)'],
  vatApp: ['iva sobre os ganhos brutos (pagamentos na app)', 'vat on gross earnings (in-app payments)'],
  cashGross: ['ganhos brutos (pagamentos em dinheiro)', 'gross earnings (cash payments)'],
  vatCash: ['iva sobre os ganhos brutos (pagamentos em dinheiro)', 'vat on gross earnings (cash payments)'],
  cash: ['dinheiro recebido', 'collected cash', 'cash collected'],
  tips: ['gorjetas dos passageiros', 'rider tips'],
  campaign: ['ganhos da campanha', 'ganhos de campanha', 'ganhos de campanhas', 'campaign earnings'],
  expenseRefunds: ['reembolsos de despesas', 'expense refunds', 'expense reimbursements'],
  cancellation: ['taxas de cancelamento', 'cancellation fees'],
  vatCancellation: ['iva das taxas de cancelamento', 'vat on cancellation fees', 'vat of cancellation fees'],
  tolls: ['portagens', 'toll fees', 'tolls'],
  booking: ['taxas de reserva', 'booking fees'],
  vatBooking: ['iva das taxas de reserva', 'vat on booking fees', 'vat of booking fees'],
  totalFees: ['total de taxas', 'total fees'],
  commission: ['comissões', 'commissions'],
  riderRefunds: ['reembolsos aos passageiros', 'refunds to riders'],
  otherFees: ['outras taxas', 'other fees'],
  net: ['ganhos líquidos', 'net earnings'],
  payout: ['pagamento previsto', 'projected payout'],
  discountApp: ['desconto de comissão (in-app)', 'desconto da comissão (in-app)', 'commission discount (in-app)'],
  discountCash: ['desconto da comissão (dinheiro)', 'desconto de comissão (dinheiro)', 'commission discount (cash)'],
  trips: ['viagens terminadas', 'viagens (total)', 'finished rides', 'rides (total)'],
  onlineMinutes: ['tempo online (min)', 'online time (min)'],
  acceptance: ['taxa de aceitação total', 'total acceptance rate'],
  utilisation: ['utilização', 'utilisation', 'utilization'],
  completion: ['taxa de finalização (viagens aceites)', 'finish rate (accepted rides)'],
  distance: ['distância total das viagens', 'total ride distance'],
  rating: ['classificação média do motorista', 'average driver rating'],
} as const satisfies Record<string, readonly string[]>

export type BoltColumn = keyof typeof BOLT

/** Headings that are known but never read: scores, averages, and shares of something that Bolt does not explain. */
export const UNREAD: ReadonlySet<string> = new Set([
  'ganhos brutos por hora',
  'ganhos líquidos por hora',
  'gross earnings per hour',
  'net earnings per hour',
  'nível',
  'categorias ativas',
  'viagens pagas com dinheiro ativadas',
  'pontuação de motorista',
  'taxa de finalização (todas as viagens)',
  'distância média das viagens',
  'level',
  'tier',
  'active categories',
  'cash rides enabled',
  'driver score',
  'finish rate (all rides)',
  'average ride distance',
])

/** Answers a heading without its unit: `portagens|€` → `portagens`. */
export function withoutUnit(key: string): string {
  return firstOf(key.split('|')).trim()
}
