/** Uma coisa selada, vista por inteiro com um motivo. */
export const sealed = {
  title: {
    iban: 'Ver o IBAN do motorista',
    company: 'Ver o IBAN da empresa',
    nif: 'Ver o NIF do motorista',
    application: 'Ver o NIF do candidato',
  },
  field: { iban: 'IBAN', company: 'IBAN', nif: 'NIF', application: 'NIF' },
  text: 'O registo de alterações guarda quem viu, de quem, e porquê.',
  reason: 'Motivo',
  reasonHelp: 'Por exemplo: conferir com o comprovativo do banco.',
  show: 'Mostrar',
  back: 'Voltar',
  week: {
    title: 'Semana com o NIF por inteiro',
    text: 'Os ficheiros da semana mostram só os últimos algarismos do NIF. O registo de alterações guarda quem tirou este, e porquê.',
    reasonHelp: 'Por exemplo: o contabilista confere os recibos.',
    xlsx: 'Excel',
    csv: 'CSV',
  },
  invoices: {
    title: 'A faturar em {month}, com o NIF por inteiro',
    text: 'O ficheiro da página mostra só os últimos algarismos do NIF. O registo de alterações guarda quem tirou este, e porquê.',
    reasonHelp: 'Por exemplo: importar no programa de faturação.',
  },
  ofIban: 'Ver o IBAN',
  ofNif: 'Ver o NIF',
  logged: {
    sealed: {
      noun: 'Dado selado',
      reveal: 'IBAN ou NIF visto por inteiro',
    },
  },
}
