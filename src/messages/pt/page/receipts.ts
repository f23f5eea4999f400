/** The driver's receipts that payments of a week wait for. */
export const receipts = {
  title: 'Recibos da semana {number}',
  text: 'As definições podem pedir o recibo antes de pagar. Então cada extrato fica fora do ficheiro do banco até o recibo ser marcado.',
  awaited: 'Por receber',
  answered: 'Já marcados',
  none: 'Nenhum extrato espera por recibo.',
  caption: 'Recibos já marcados, valores em euros',
  columns: { driver: 'Motorista', value: 'Valor a faturar €', state: 'Estado', actions: 'Ações' },
  states: { awaited: 'por receber', received: 'recebido', waived: 'pago sem recibo' },
  one: '{name}: recibo de {value}, a pagar {payable}',
  received: 'Marcar como recebidos',
  waived: 'Pagar sem recibo',
  waivedText: 'Os extratos escolhidos podem ser pagos já. O motivo fica no histórico.',
  reason: 'Motivo',
  takeBack: 'Voltar atrás',
  takeBackOf: 'Voltar atrás no recibo de {name}',
  back: 'Voltar à semana',
}
