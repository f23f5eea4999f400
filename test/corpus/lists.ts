/**
 * Small files as the sources, and people, write them: one of each report and documented variant, and lists of sources
 * that nobody here knows. All invented. Cells are separated by `¦`; `#` starts a figure, `@` a moment, a day or a time,
 * and everything else is text. `says` is the expected result, however the file was changed on its way here (`ways.ts`).
 */
export type List = {
  name: string
  /** Some reports say their week in their name. */
  file: string
  table: string
  /** Source and report, and each row that counts with its euros; or the reason why it is refused. */
  says: string
}

const UBER = '20260615-20260622-payments_driver-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const BOLT = 'Ganhos por motorista-2026W25-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA.csv'
const ANA = '51dbed65-348c-466c-ade0-38c901b9df35'
const RUI = '6a2f0c1e-1111-4c7b-af23-058368f4d001'
const OWN = '18293786-c43a-4c7b-af23-058368f4d037'

export const KNOWN: readonly List[] = [
  {
    name: 'Uber, Portuguese',
    file: UBER,
    table: `UUID do motorista¦Nome próprio do motorista¦Apelido do motorista¦Pago a si¦Pago a si : Os seus rendimentos¦Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido¦Pago a si : Os seus rendimentos : Tarifa¦Pago a si:Os seus rendimentos:Taxa de serviço¦Pago a si:Os seus rendimentos:Gratificação¦Pago a si:Saldo da viagem:Reembolsos:Portagem¦Pago a si:Saldo da viagem:Pagamentos:Transferido para uma conta bancária
${ANA}¦Ana¦Faria¦#1083.20¦#1080.00¦#0.00¦#1200.00¦#-130.00¦#10.00¦#3.20¦
${RUI}¦Rui¦Paz¦#-20.50¦#79.50¦#-100.00¦#100.00¦#-20.50¦#0.00¦#0.00¦
${OWN}¦ROTAS LUSAS¦FICTÍCIAS Unipessoal Lda¦#-3118.74¦¦¦¦¦¦¦#-3118.74`,
    says: 'uber payments_driver: earning 1083.20, earning -20.50, organisation 0.00',
  },
  {
    name: 'Uber, English',
    file: UBER,
    table: `Driver UUID¦Driver first name¦Driver surname¦Paid to you¦Paid to you : Your earnings¦Paid to you : Trip balance : Payouts : Cash collected¦Paid to you : Your earnings : Fare¦Paid to you:Your earnings:Service fee
${ANA}¦Ana¦Faria¦#733.67¦#733.67¦#0.00¦#915.24¦#-181.57
${RUI}¦Rui¦Paz¦#50.10¦#80.10¦#-30.00¦#100.10¦#-20.00`,
    says: 'uber payments_driver: earning 733.67, earning 50.10',
  },
  {
    name: 'Uber, the newer tree',
    file: UBER,
    table: `Driver UUID¦Driver first name¦Driver last name¦Total earnings¦Total earnings:Net fare¦Total earnings:Tip¦Refunds & Expenses¦Refunds & Expenses:Refunds:Toll¦Payouts¦Payouts:Cash collected¦Paid to third parties
${ANA}¦Ana¦Faria¦#100.00¦#95.00¦#5.00¦#3.20¦#3.20¦#-20.00¦#-20.00¦#-1.00`,
    says: 'uber payments_driver: earning 82.20',
  },
  {
    name: 'Uber, hours',
    file: UBER.replace('payments_driver', 'driver_activity'),
    table: `UUID do motorista¦Nome próprio do motorista¦Apelido do motorista¦Viagens concluídas¦Tempo online (dias: horas: minutos)¦Tempo em viagem (dias: horas: minutos)
${ANA}¦Ana¦Faria¦92¦02:09:32¦01:04:05
${RUI}¦Rui¦Paz¦12¦00:19:02¦00:10:00`,
    says: 'uber driver_activity: activity 0.00, activity 0.00',
  },
  {
    name: 'Uber, hours in English',
    file: UBER.replace('payments_driver', 'driver_activity'),
    table: `Driver UUID¦Driver first name¦Driver surname¦Trips completed¦Time online (days : hours: minutes)¦Time on trip (days : hours : minutes)
${ANA}¦Ana¦Faria¦92¦2 : 09 : 32¦1 : 04 : 05`,
    says: 'uber driver_activity: activity 0.00',
  },
  {
    name: 'Uber, quality',
    file: UBER.replace('payments_driver', 'driver_quality'),
    table: `Driver UUID¦Driver first name¦Driver surname¦Trips completed¦Confirmation rate¦Cancellation rate¦Completion rate¦Driver ratings (last 4 weeks)¦Driver ratings (previous 500 trips)¦Driver's current acceptance rate as seen in driver app¦Trips accepted (excluding Trip Radar or similar)¦Trips rejected¦Trips cancelled¦Trips cancelled – Driver at fault¦Trips failed¦Total trips assignments
${ANA}¦Ana¦Faria¦92¦#0.87¦#0.04¦#0.96¦#4.91¦#4.95¦#0.80¦101¦15¦4¦2¦0¦116
${RUI}¦Rui¦Paz¦12¦#0.50¦#0.00¦#1.00¦#0.00¦#4.70¦#0.50¦12¦12¦0¦0¦0¦24`,
    says: 'uber driver_quality: reference 0.00, reference 0.00',
  },
  {
    name: 'Bolt, performance',
    file: 'Desempenho dos motoristas-2026W25-ROTAS LUSAS FICTÍCIAS.csv',
    table: `Motorista¦Email¦Telemóvel¦Identificador do motorista¦Nível¦Categorias ativas¦Viagens pagas com dinheiro ativadas¦Pontuação de motorista|%¦Viagens terminadas¦Taxa de aceitação total|%¦Tempo online (min)¦Utilização|%¦Taxa de finalização (todas as viagens)|%¦Taxa de finalização (viagens aceites)|%¦Distância média das viagens|km¦Distância total das viagens|km¦Classificação média do motorista|★
Ana Faria¦ana@example.org¦+351990000201¦${ANA}¦Silver¦Bolt¦sim¦89¦18¦43¦#1035.98¦34¦39¦79¦#10.48¦#188.66¦#4.61
Rui Paz¦rui@example.org¦+351990000202¦${RUI}¦Silver¦Bolt¦não¦70¦2¦10¦#100.50¦12¦20¦50¦#5.25¦#10.50¦`,
    says: 'bolt performance: reference 0.00, reference 0.00',
  },
  {
    name: 'Uber, transactions',
    file: UBER.replace('payments_driver', 'payments_order'),
    table: `transaction UUID¦Driver UUID¦Driver first name¦Driver surname¦Trip UUID¦Description¦Organisation name¦Org alias¦vs reporting¦Paid to you¦Paid to you : Your earnings¦Paid to you : Your earnings : Fare
aaaaaaaa-348c-466c-ade0-38c901b9df35¦${ANA}¦Ana¦Faria¦bbbbbbbb-348c-466c-ade0-38c901b9df35¦trip completed order¦Rotas Lusas¦¦@2026-06-16 04:23:34¦#9.62¦#9.62¦#12.00`,
    says: 'uber payments_order: reference 0.00',
  },
  {
    name: 'Uber, trips',
    file: UBER.replace('payments_driver', 'trip_activity'),
    table: `Trip UUID¦Driver UUID¦Driver first name¦Driver surname¦Vehicle UUID¦Number plate¦Service type¦Trip request time¦Trip drop-off time¦Pick-up address¦Drop-off address¦Trip distance¦Trip status¦Product type¦Final rider fare¦Payment type¦Rider name
bbbbbbbb-348c-466c-ade0-38c901b9df35¦${ANA}¦Ana¦Faria¦cccccccc-348c-466c-ade0-38c901b9df35¦ZX-33-TC¦UberX¦@2026-06-16 04:23:34¦@2026-06-16 04:41:10¦Rua Inventada 1¦Praça Inventada 2¦7.4¦completed¦UberX¦#12.00¦Card¦Passageira
bbbbbbbb-348c-466c-ade0-38c901b9df36¦${RUI}¦Rui¦Paz¦cccccccc-348c-466c-ade0-38c901b9df35¦ZX-33-TC¦UberX¦@2026-06-16 18:02:00¦¦Rua Inventada 3¦Praça Inventada 4¦0¦rider_cancelled¦UberX¦#0.00¦Card¦Passageiro`,
    says: 'uber trip_activity: reference 0.00, reference 0.00',
  },
  {
    name: 'Uber, trips in Portuguese',
    file: UBER.replace('payments_driver', 'trip_activity'),
    table: `UUID da viagem¦UUID do motorista¦Nome próprio do motorista¦Apelido do motorista¦Matrícula¦Hora do pedido da viagem¦Hora de conclusão da viagem¦Estado da viagem
bbbbbbbb-348c-466c-ade0-38c901b9df35¦${ANA}¦Ana¦Faria¦ZX-33-TC¦@2026-06-16 04:23:34¦@2026-06-16 04:41:10¦completed`,
    says: 'uber trip_activity: reference 0.00',
  },
  {
    name: 'Bolt, 27 columns',
    file: BOLT,
    table: `Motorista¦Email¦Telemóvel¦Ganhos brutos (total)|€¦Ganhos brutos (pagamentos na app)|€¦IVA sobre os ganhos brutos (pagamentos na app)|€¦Ganhos brutos (pagamentos em dinheiro)|€¦IVA sobre os ganhos brutos (pagamentos em dinheiro)|€¦Dinheiro recebido|€¦Gorjetas dos passageiros|€¦Ganhos da campanha|€¦Reembolsos de despesas|€¦Taxas de cancelamento|€¦IVA das taxas de cancelamento|€¦Portagens|€¦Taxas de reserva|€¦IVA das taxas de reserva|€¦Total de taxas|€¦Comissões|€¦Reembolsos aos passageiros|€¦Outras taxas|€¦Ganhos líquidos|€¦Pagamento previsto|€¦Ganhos brutos por hora|€/h¦Ganhos líquidos por hora|€/h¦Identificador do motorista¦Identificador individual
Ana Faria¦ana@example.org¦+351990000201¦#1120.00¦#1000.00¦#56.60¦#100.00¦#5.66¦#41.10¦#10.00¦#5.00¦#3.00¦#2.00¦#0.11¦#8.65¦#4.00¦#0.23¦#250.00¦#245.00¦#1.00¦#4.00¦#870.00¦#828.90¦#17.00¦#13.00¦d-0001¦i-0001
Rui Paz¦rui@example.org¦+351990000202¦#60.00¦#60.00¦#3.40¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#0.00¦#15.01¦#15.01¦#0.00¦#0.00¦#45.00¦#45.00¦#12.00¦#9.00¦d-0002¦i-0002`,
    says: 'bolt earnings: earning 828.90, earning 45.00',
  },
  {
    name: 'Bolt with the discounts of 2026',
    file: BOLT,
    table: `Motorista¦Email¦Telemóvel¦Ganhos brutos (total)|€¦Dinheiro recebido|€¦Comissões|€¦Total de taxas|€¦Ganhos líquidos|€¦Pagamento previsto|€¦Desconto de comissão (in-app)|€¦Desconto da comissão (dinheiro)|€¦Identificador do motorista
Ana Faria¦ana@example.org¦+351990000201¦#1120.00¦#41.10¦#245.00¦#250.00¦#870.00¦#828.90¦#0.00¦#0.00¦d-0001`,
    says: 'bolt earnings: earning 828.90',
  },
  {
    name: 'Bolt, English',
    file: 'Earnings per driver-15 Jun 2026-21 Jun 2026-ROTAS LUSAS.csv',
    table: `Driver¦Email¦Driver's Phone¦Gross earnings (total)|€¦Net earnings|€¦Projected payout|€¦Collected cash|€¦Rider tips|€
Ana Faria¦Ana.Faria@Example.org¦+351990000201¦#120.00¦#90.00¦#70.00¦#20.00¦#3.00`,
    says: 'bolt earnings: earning 70.00',
  },
  {
    name: 'Bolt with its week in a column',
    file: 'bolt.csv',
    table: `Motorista¦Email¦Período¦Ganhos brutos (total)|€¦Ganhos líquidos|€¦Pagamento previsto|€¦Dinheiro recebido|€¦Viagens (total)
Ana Faria¦ana@example.org¦2026W25¦#120.00¦#90.00¦#70.00¦#20.00¦31`,
    says: 'bolt earnings: earning 70.00',
  },
  {
    name: 'Via Verde, portal',
    file: 'Movimentos_20260615_20260621.csv',
    table: `License Plate¦IAI¦OBU¦Service¦Service Description¦Market¦Market Description¦Entry Date¦Exit Date¦Entry Point¦Exit Point¦Value¦Is Payed¦Payment Date¦Contract Number¦Discount VV¦Discount VVPercentage¦Liquid Value¦Discount Balance¦Mobility Account¦Payment Method¦System Entry Date
ZX-33-TC¦36900000033¦41900000033¦5¦Autoestradas¦1¦Portagens¦@2026-06-15 19:20:00¦@2026-06-15 19:39:10¦Alverca A1¦Loures A8¦#2.15¦TRUE¦@2026-06-17 00:00:00¦900000101¦0¦0¦#2.15¦0¦9900000033¦Débito Direto¦@2026-06-16 01:00:00
ZX-33-TC¦36900000033¦41900000033¦5¦Autoestradas¦1¦Portagens¦¦@2026-06-18 08:01:02¦¦Pórtico A25¦#1.85¦TRUE¦@2026-06-19 00:00:00¦900000101¦0¦10¦#1.66¦0¦9900000033¦Débito Direto¦@2026-06-19 01:00:00
ZX-66-TF¦36900000066¦41900000066¦8¦Parques¦3¦Estacionamento¦@2026-06-20 10:00:00¦@2026-06-20 11:30:00¦Parque Chiado¦Parque Chiado¦#4.50¦FALSE¦¦900000101¦0¦0¦#4.50¦0¦9900000066¦Débito Direto¦@2026-06-21 01:00:00
ZX-33-TC¦36900000033¦41900000033¦-1¦Modalidades e Acessórios¦41¦Anuidade Via Verde Mobilidade Anual¦@2026-06-19 00:00:00¦@2026-06-19 00:00:00¦Anuidade VV¦Anuidade VV¦#23.49¦TRUE¦¦900000101¦6¦0¦#17.49¦0¦9900000033¦Débito Direto¦@2026-06-20 01:00:00`,
    says: 'viaverde movements: toll -2.15, toll -1.66, parking -4.50, company-fee -17.49',
  },
  {
    name: 'Via Verde, 23 columns',
    file: 'movimentos.csv',
    table: `License Plate¦IAI¦OBU¦Service¦Service Description¦Market¦Market Description¦Entry Date¦Exit Date¦Entry Point¦Exit Point¦Value¦Is Payed¦Payment Date¦Invoice¦Contract Number¦Discount VV¦Discount VVPercentage¦Liquid Value¦Discount Balance¦Mobility Account¦Payment Method¦System Entry Date
ZX-33-TC¦36900000033¦41900000033¦5¦Autoestradas¦1¦Portagens¦@2026-06-15 19:20:00¦@2026-06-15 19:39:10¦Alverca A1¦Loures A8¦#2.15¦TRUE¦@2026-06-17 00:00:00¦FT 1¦900000101¦0¦0¦#2.15¦0¦9900000033¦Débito Direto¦@2026-06-16 01:00:00`,
    says: 'viaverde movements: toll -2.15',
  },
  {
    name: 'Via Verde, 18 columns',
    file: 'movimentos.csv',
    table: `License Plate¦IAI¦OBU¦Service¦Service Description¦Market¦Market Description¦Entry Date¦Exit Date¦Entry Point¦Exit Point¦Value¦Is Paid¦Payment Date¦Invoice¦Discount¦Tax¦Liquid Value
ZX-33-TC¦36900000033¦41900000033¦5¦Autoestradas¦1¦Portagens¦@2026-06-15 19:20:00¦@2026-06-15 19:39:10¦Alverca A1¦Loures A8¦#2.15¦TRUE¦@2026-06-17 00:00:00¦FT 1¦0¦0¦#2.00`,
    says: 'viaverde movements: toll -2.00',
  },
  {
    name: 'Via Verde with cut headings',
    file: 'movimentos.csv',
    table: `License Pl¦Service De¦Market Des¦Entry Date¦Exit Date¦Entry Poin¦Exit Point¦Value¦Liquid Val
ZX-33-TC¦Autoestradas¦Portagens¦@2026-06-15 19:20:00¦@2026-06-15 19:39:10¦Alverca A1¦Loures A8¦#2.15¦#2.00`,
    says: 'viaverde movements: toll -2.00',
  },
  {
    name: 'Via Verde, older',
    file: 'extrato.csv',
    table: `Contrato¦Nr Equipamento¦Matrícula¦Tipo de Evento¦Data Entrada¦Barreira Entrada¦Data Saída¦Barreira Saída¦Operador¦Valor Transação
900000202¦41900000033¦ZX-33-TC¦Portagem¦@2026-06-15 07:41¦Ponte 25 de Abril¦@2026-06-15 07:41¦Ponte 25 de Abril¦Lusoponte¦#2.15
900000202¦41900000044¦ZX-44-TD¦Portagem¦@2026-06-19 23:50¦Porto Salvo A5¦@2026-06-19 23:59¦Carcavelos A5¦Brisa¦#0.35`,
    says: 'viaverde movements: toll -2.15, toll -0.35',
  },
  {
    name: 'Via Verde, shortest',
    file: 'tolls.csv',
    table: `Matrícula¦Data Saída¦Barreira Saída¦Operador¦Valor
ZX-33-TC¦@2026-06-17 19:39¦Ponte 25 de Abril¦Lusoponte¦#2.15`,
    says: 'viaverde movements: toll -2.15',
  },
  {
    name: 'PRIO fleet card',
    file: 'Transacoes_Frota.csv',
    table: `POSTO¦REDE¦DATA¦HORA¦CARTÃO¦DESC. CARTÃO¦GRUPO CARTÃO¦ESTADO¦KMS¦LITROS¦COMB.¦RECIBO¦V. UNIT.¦VALOR LÍQUIDO¦IVA¦TOTAL¦DATA FATURA¦Nº FATURA¦CLIENTE
PRIO SACAVEM¦PRIO¦@2026-06-15¦@21:15¦7082000000000011¦ZX-11-TA¦FROTA¦ATIVO¦79545¦#38.12¦GASOLEO SIMPLES¦600123400¦#1.549¦#48.01¦#11.04¦#59.05¦@2026-06-22¦FT 1/1¦900777
PRIO SINTRA¦PRIO¦@2026-06-17¦@08:05¦7082000000000022¦ZX-22-TB¦FROTA¦ATIVO¦12001¦#10.00¦AD BLUE¦600123401¦#0.899¦#7.31¦#1.68¦#8.99¦@2026-06-22¦FT 1/1¦900777
PRIO SINTRA¦PRIO¦@2026-06-17¦@08:06¦7082000000000022¦ZX-22-TB¦FROTA¦ATIVO¦12001¦#1.00¦LAVAGEM¦600123401¦#8.00¦#6.50¦#1.50¦#8.00¦@2026-06-22¦FT 1/1¦900777`,
    says: 'prio fuel_card: fuel -59.05, adblue -8.99, wash -8.00',
  },
  {
    name: 'PRIO fleet card in its other words',
    file: 'frota.csv',
    table: `DATA¦HORA¦CARTÃO¦DESC. CARTÃO¦KM'S¦COMBUSTÍVEL¦LITROS¦VAL. UNIT.¦RECIBO¦TOTAL¦Nº FATURA
@2026-06-15¦@21:15¦7082000000000011¦ZX-11-TA¦79545¦GASOLEO SIMPLES¦#38.12¦#1.549¦600123400¦#59.05¦FT 1/1
@2026-06-16¦@22:00¦7082000000000022¦SUPLENTE¦12000¦LOJA¦#1.00¦#3.50¦¦#3.50¦FT 1/1`,
    says: 'prio fuel_card: fuel -59.05, company-fee -3.50',
  },
  {
    name: 'PRIO fleet card, the columns that are needed',
    file: 'frota.csv',
    table: `DATA¦HORA¦CARTÃO¦COMBUSTÍVEL¦LITROS¦RECIBO¦TOTAL
@2026-06-15¦@21:15¦7082000000000011¦GASOLEO¦#10.00¦1¦#15.49
@2026-06-16¦@07:00¦7082000000000011¦GASOLEO¦#20.00¦2¦#30.98`,
    says: 'prio fuel_card: fuel -15.49, fuel -30.98',
  },
  {
    name: 'PRIO fleet card with one column of date and time',
    file: 'frota.csv',
    table: `DATA¦CARTÃO¦DESC. CARTÃO¦COMBUSTÍVEL¦LITROS¦RECIBO¦TOTAL
@2026-06-15 21:15¦7082000000000011¦ZX-11-TA¦GASOLEO¦#10.00¦600000001¦#15.49`,
    says: 'prio fuel_card: fuel -15.49',
  },
  {
    name: 'PRIO fleet card with cards that Excel spoilt',
    file: 'frota.csv',
    table: `DATA¦HORA¦CARTÃO¦DESC. CARTÃO¦COMBUSTÍVEL¦LITROS¦RECIBO¦TOTAL
@2026-06-15¦@21:15¦7,082E+15¦ZX-11-TA¦GASOLEO¦#10.00¦600000001¦#15.49`,
    says: 'prio fuel_card: fuel -15.49',
  },
  {
    name: 'PRIO Electric, CSV',
    file: 'eletrico.csv',
    table: `StartDate¦CardCode¦MobileCard¦MobileRegistration¦IdUsage¦IdChargingStation¦TotalDuration¦EnergiaForaVazio¦EnergiaVazioNormal¦Energy¦PriceOPC_TEMPO¦PriceOPC_ENERGIA¦PriceOPC_ATIVACAO¦ChargingServiceValue¦IEC¦ChargingTotalValue¦TotalValueWithTaxes
@2026-06-16 23:21:36¦PTPRIO9900000000000088¦eletro2¦¦LSB-90846-01-1781648496¦LSB-90846¦#49.90¦#0.00¦#43.37¦#43.37¦#2.54¦#0.00¦#0.00¦#5.37¦#0.04¦#9.06¦#11.14
@2026-06-15 10:00:00¦PTPRIO9900000000000022¦Gestor Conta¦¦PTEDP6391626976724958648-ccc45¦PTEDP1¦#10.00¦#0.00¦#3.00¦#3.00¦#0.00¦#0.00¦#0.00¦#1.00¦#0.00¦#1.00¦#1.23`,
    says: 'prio electric: charging -11.14, company-charging -1.23',
  },
  {
    name: 'PRIO Electric, Excel',
    file: 'carregamentos.csv',
    table: `DATA (dd/mm/yyyy HH:MM)¦Nº. CARTÃO¦NOME¦DESCRIÇÃO¦MATRÍCULA¦ID CARREGAMENTO¦POSTO¦ENERGIA¦DURAÇÃO¦CUSTO¦OPC IEC¦TOTAL¦TOTAL c/ IVA¦FATURA
@2026-06-16 23:21¦PTPRIO9900000000000088¦eletro2¦Tesla branco¦¦LSB-90846-01-1781648496¦LSB-90846¦#43.37¦#49.90¦#9.02¦#0.04¦#9.06¦#11.14¦FT 2026/1
@2026-06-15 10:00¦PTPRIO9900000000000022¦eletro1¦¦ZX-22-TB¦PTEDP6391626976724958648-ccc45¦PTEDP1¦#3.00¦#10.00¦#1.00¦#0.00¦#1.00¦#1.23¦FT 2026/1`,
    says: 'prio electric: charging -11.14, charging -1.23',
  },
  {
    name: 'BP',
    file: 'bp.csv',
    table: `Dia Hora¦Nº cartão¦Km¦Posto¦Nº de items¦Produto¦Quantidade¦Valor total fornecido (preço do posto)¦Numeração do Negócio¦Tipo de Transação¦Estado da Confirmação¦Valor do Issuer (Pre-Auth)¦Nome Perfil¦Resultado Obtido¦Status¦Valor do Supplier (Pre-Auth)
@2026-06-16 07:44¦7077000000000000123¦1001¦BP OEIRAS¦2¦GASOLEO¦#33.10¦#52.61¦990001001¦Venda¦Confirmada¦#0.00¦Frota¦OK¦OK¦#0.00
@2026-06-16 07:44¦7077000000000000123¦1001¦BP OEIRAS¦2¦LAVAGEM¦#1.00¦-¦990001001¦Venda¦Confirmada¦#0.00¦Frota¦OK¦OK¦#0.00
@2026-06-19 17:00¦7077000000000000124¦2002¦BP SINTRA¦1¦GASOLINA 95¦#20.00¦#34.58¦990001003¦Venda¦Confirmada¦#0.00¦Frota¦OK¦OK¦#0.00
@2026-06-20 17:00¦7077000000000000124¦2002¦BP SINTRA¦1¦GASOLINA 95¦#0.00¦#0.00¦990001004¦Venda¦Cancelada¦#0.00¦Frota¦Recusada¦KO¦#0.00`,
    says: 'bp fuel_card: fuel -52.61, reference 0.00, fuel -34.58, reference 0.00',
  },
  {
    name: 'Repsol, Portuguese',
    file: 'operacoes.csv',
    table: `CONTA REPSOL¦NÚM. CARTÃO¦DATA OPERAÇÃO¦HORA OPERAÇÃO¦ESTABELECIMENTO¦PRODUTO¦LITROS¦VALOR
900000001¦7078 0000 0000 0011¦@2026-06-16¦@08:15¦E.S. MASSAMÁ¦GASÓLEO¦#38.12¦#59.05
900000001¦7078 0000 0000 0011¦@2026-06-18¦@19:40¦E.S. QUELUZ¦ADBLUE¦#10.00¦#12.50`,
    says: 'repsol fuel_card: fuel -59.05, adblue -12.50',
  },
  {
    name: 'Repsol, Spanish',
    file: 'export.csv',
    table: `num_tarjeta¦fec_oper¦hor_oper¦imp_total¦num_litros¦des_produ¦nom_estab
7078000000000011¦@2026-06-16¦@08:15¦#59.05¦#38.12¦GASOLEO¦E.S. MASSAMA`,
    says: 'repsol fuel_card: fuel -59.05',
  },
  {
    name: 'Repsol without hours',
    file: 'lista.csv',
    table: `NÚM. CARTÃO¦DATA OPERAÇÃO¦LITROS¦VALOR
7078 0000 0000 0011¦@2026-06-17¦#18.27¦#40.00`,
    says: 'repsol fuel_card: fuel -40.00',
  },
  {
    name: 'EDP',
    file: 'edp.csv',
    table: `Data e Hora início¦Cartão¦Energia (kWh)¦Custo (€)¦Carregador
@2026-06-15 02:10¦EDP0000000011¦#18.40¦#5.91¦LSB-90500
@2026-06-17 03:10¦EDP0000000022¦#9.77¦#3.10¦LSB-90501`,
    says: 'edp electric: charging -5.91, charging -3.10',
  },
]

/** Lists that are refused and never read as another kind. All of them can be taught. */
export const FOREIGN: readonly List[] = [
  {
    name: 'a Galp-like list',
    file: 'galp.csv',
    table: `Data¦Hora¦Posto¦Cartão¦Matrícula¦Produto¦Litros¦Preço¦Total
@2026-06-15¦@08:00¦GALP AMADORA¦700010001¦ZX-11-TA¦GASOLEO¦#30.00¦#1.60¦#48.00`,
    says: 'unknown-format',
  },
  {
    name: 'a Galp-like list in other words',
    file: 'galp frota.csv',
    table: `Nº Cartão¦Viatura¦Data¦Hora¦Local de Abastecimento¦Produto¦Quantidade¦Recibo¦Valor¦Total
700010001¦ZX-11-TA¦@2026-06-15¦@08:00¦GALP AMADORA¦GASOLEO¦#30.00¦8891¦#39.02¦#48.00`,
    says: 'unknown-format',
  },
  {
    name: 'a Galp-like list of transactions',
    file: 'transacoes.csv',
    table: `Data Transação¦Cartão¦Condutor¦Posto¦Combustível¦Litros¦KM¦IVA¦Valor com IVA
@2026-06-15 08:00¦700010001¦Ana Faria¦GALP AMADORA¦GASOLEO¦#30.00¦1000¦#8.98¦#48.00`,
    says: 'unknown-format',
  },
  {
    name: 'a Miio-like list',
    file: 'miio.csv',
    table: `Data início¦Data fim¦Cartão¦Posto¦Cidade¦Energia¦Duração¦Custo
@2026-06-15 08:00¦@2026-06-15 08:40¦PT00000011¦P1¦Lisboa¦#12.50¦#40.00¦#4.20`,
    says: 'columns-missing',
  },
  {
    name: 'a Miio-like list in English',
    file: 'miio-sessions.csv',
    table: `Session ID¦Start¦End¦Charger¦Vehicle¦Energy (kWh)¦Duration (min)¦Price (€)
s-1¦@2026-06-15 08:00¦@2026-06-15 08:40¦P1¦ZX-11-TA¦#12.50¦40¦#4.20`,
    says: 'unknown-format',
  },
  {
    name: 'a Tesla-like list',
    file: 'tesla.csv',
    table: `ChargeStartDateTime¦SiteLocationName¦Description¦Country¦VIN¦QuantityBase¦UnitCostBase¦VAT¦Total Inc. VAT
@2026-06-15 08:00¦Loures¦Charging¦PT¦5YJ3E7EB0000000¦#40.00¦#0.30¦#2.76¦#14.76`,
    says: 'unknown-format',
  },
  {
    name: 'a list of mileage',
    file: 'tesla km.csv',
    table: `VIN¦Matrícula¦Quilómetros
5YJ3E7EB0000000¦ZX-11-TA¦165 992 km no conta-quilómetros`,
    says: 'unknown-format',
  },
  {
    name: 'a Repsol-like list',
    file: 'repsol.csv',
    table: `Cartão¦Data¦Hora¦Estabelecimento¦Matrícula¦Produto¦Litros¦Valor
7078000000000011¦@2026-06-16¦@08:15¦E.S. MASSAMÁ¦ZX-11-TA¦GASOLEO¦#38.12¦#59.05`,
    says: 'unknown-format',
  },
  {
    name: 'a BP-like list without its deals',
    file: 'bp.csv',
    table: `Dia Hora¦Nº cartão¦Km¦Posto¦Produto¦Quantidade¦Valor total fornecido (preço do posto)
@2026-06-16 07:44¦7077000000000000123¦1001¦BP OEIRAS¦GASOLEO¦#33.10¦#52.61`,
    says: 'columns-missing',
  },
  {
    name: 'an EDP-like list',
    file: 'edp carga.csv',
    table: `Data¦Cartão¦Matrícula¦Energia (kWh)¦Tempo (min)¦Custo (€)¦Local
@2026-06-15¦EDP0000000011¦ZX-11-TA¦#18.40¦30¦#5.91¦Loures`,
    says: 'unknown-format',
  },
  {
    name: 'the table of Via Verde’s site',
    file: 'via verde.csv',
    table: `Matrícula¦Identificador / Conta Mobilidade¦Descrição¦Serviço¦Data da cobrança¦Meio de pagamento¦Valor
ZX-33-TC¦41900000033¦Alverca A1¦Autoestradas¦@2026-06-16¦Débito Direto¦#2.15`,
    says: 'unknown-format',
  },
  {
    name: 'a workshop’s list',
    file: 'oficina.csv',
    table: `Data¦Matrícula¦Descrição¦Quantidade¦Valor Unitário¦IVA¦Total
@2026-06-15¦ZX-11-TA¦Pneu¦#2.00¦#80.00¦#36.80¦#196.80`,
    says: 'unknown-format',
  },
  {
    name: 'a list of washes',
    file: 'lavagens.csv',
    table: `Data¦Viatura¦Tipo¦Preço
@2026-06-15¦ZX-11-TA¦Completa¦#12.00`,
    says: 'unknown-format',
  },
  {
    name: 'invoices',
    file: 'faturas.csv',
    table: `Data¦Nº Fatura¦Cliente¦Descrição¦Quantidade¦Valor Unitário¦Valor Líquido¦IVA¦Total
@2026-06-15¦FT 1/20¦Ana Faria¦Renda¦#1.00¦#100.00¦#100.00¦#23.00¦#123.00`,
    says: 'unknown-format',
  },
  {
    name: 'a bank statement',
    file: 'extrato.csv',
    table: `Data Mov.¦Data Valor¦Descrição¦Débito¦Crédito¦Saldo
@2026-06-15¦@2026-06-15¦TRF UBER¦¦#3118.74¦#9000.00`,
    says: 'unknown-format',
  },
  {
    name: 'a payroll',
    file: 'salarios.csv',
    table: `Nome¦NIF¦Categoria¦Vencimento¦Subsídio¦IRS¦Segurança Social¦Líquido
Ana Faria¦100000002¦Motorista¦#920.00¦#132.00¦#41.00¦#101.20¦#909.80`,
    says: 'unknown-format',
  },
  {
    name: 'a list of rents',
    file: 'rendas.csv',
    table: `Motorista¦Matrícula¦Semana¦Renda¦Caução
Ana Faria¦ZX-11-TA¦25¦#180.00¦#0.00`,
    says: 'unknown-format',
  },
  {
    name: 'Uber without what it pays',
    file: UBER,
    table: `UUID do motorista¦Nome próprio do motorista¦Apelido do motorista¦Pago a si : Os seus rendimentos¦Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido¦Pago a si : Os seus rendimentos : Tarifa
${ANA}¦Ana¦Faria¦#1080.00¦#0.00¦#1200.00`,
    says: 'columns-missing',
  },
  {
    name: 'PRIO fleet card without its total',
    file: 'frota.csv',
    table: `DATA¦HORA¦CARTÃO¦DESC. CARTÃO¦COMBUSTÍVEL¦LITROS¦RECIBO
@2026-06-15¦@21:15¦7082000000000011¦ZX-11-TA¦GASOLEO¦#10.00¦600000001`,
    says: 'columns-missing',
  },
]
