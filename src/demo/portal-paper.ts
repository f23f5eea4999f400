import Pdf from 'pdfkit'

/** The facts of an invented receipt; amounts are cents. */
export type PortalPaper = {
  number: number
  issuer: { nif: string; name: string }
  acquirer: { nif: string; name: string }
  issuedOn: string
  suppliedOn: string
  description: string
  value: number
  /** Rates in hundredths of a percent. */
  vat?: number
  withholding?: number
  isAnnulled?: boolean
}

/** Eight letters and figures of an invented series. */
function seriesOf(nif: string): string {
  return `JJ${nif.slice(-6)}`
}

function day(iso: string): string {
  return iso.split('-').toReversed().join('/')
}

function money(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, '.')
  return `${whole},${String(cents % 100).padStart(2, '0')} €`
}

/** Draws a receipt of invented people as the tax portal does: original and duplicate. */
export async function portalPaper(paper: PortalPaper): Promise<Uint8Array> {
  const document = new Pdf({ size: 'A4', margin: 40 })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (const copy of ['ORIGINAL', 'DUPLICADO']) {
    if (copy === 'DUPLICADO') document.addPage()
    document.fontSize(9)
    for (const line of linesOf(paper, copy)) document.text(line)
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(pieces))
}

function linesOf(paper: PortalPaper, copy: string): string[] {
  const { number, issuer, acquirer, value, vat = 0, withholding = 0 } = paper
  const [taxed, withheld] = [Math.round((value * vat) / 10_000), Math.round((value * withholding) / 10_000)]
  return [
    'AT - Autoridade Tributária e Aduaneira',
    `Fatura-Recibo <FR ATSIRE01FR/${number}> emitida em ${day(paper.issuedOn)}`,
    `ATCUD: ${seriesOf(issuer.nif)}-${number}`,
    copy,
    ...(paper.isAnnulled ? ['ANULADO'] : []),
    ...['TRANSMITENTE DOS BENS OU PRESTADOR DO SERVIÇO', 'NIF', issuer.nif, 'Nome', issuer.name.toUpperCase()],
    ...['ADQUIRENTE', 'País', 'PORTUGAL', 'NIF', acquirer.nif, 'Nome', acquirer.name.toUpperCase()],
    ...['Documento emitido a título de', 'Pagamento dos bens ou dos serviços'],
    ...[paper.description, `1 Unidade x ${money(value)}`],
    ...['Data da transação', day(paper.suppliedOn), 'TOTAIS DO DOCUMENTO'],
    ...['Valor ilíquido', 'IVA', 'Imposto do Selo', 'TOTAL DO DOCUMENTO', 'Retenção na fonte IRS', 'TOTAL A PAGAR'],
    ...[value, taxed, 0, value + taxed, withheld, value + taxed - withheld].map(money),
  ]
}
