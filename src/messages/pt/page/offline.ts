/** What a driver's phone keeps: read and sent without a network. */
export const offline = {
  title: 'Neste telemóvel',
  subtitle: 'O que pode ler e enviar sem rede.',
  copy: 'Sem rede. Guardado no telemóvel: {at}.',
  since: 'Desde então, algo pode ter mudado.',
  way: 'Ver o que abre sem rede',
  notKept: 'A página que pediu não está neste telemóvel.',
  notKeptText: 'Sem rede abrem as páginas desta lista.',
  read: 'Ler sem rede',
  statements: 'Extratos',
  pdf: 'PDF',
  pdfOf: 'PDF do extrato da semana {number}',
  contractPdfOf: 'PDF do contrato {number}',
  long: 'O telemóvel guarda estas páginas durante sete dias. Ao sair da conta, apaga-as.',
}
