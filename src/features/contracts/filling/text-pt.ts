import type { ContractKind } from '#domain/contract.ts'

const OPERATOR =
  '{{companyName}}, NIPC {{companyNipc}}, com sede em {{companyAddress}}, operador de TVDE com a licença n.º {{companyLicence}}, representada por {{representative}}, adiante «Operador»;'
const DRIVER =
  '{{driverName}}, NIF {{driverNif}}, com domicílio em {{driverAddress}}, titular do documento de identificação {{driverDocument}}, adiante «Motorista».'
const PERMITS =
  'O Motorista tem a carta de condução {{driverLicence}} e o certificado de motorista de TVDE {{driverCertificate}}. Mantém-nos válidos e avisa o Operador logo que um deles caduque, seja apreendido ou suspenso. Sem eles não conduz.'
const DATA =
  'O Operador trata os dados do Motorista para cumprir este contrato e a lei, e guarda os que a contabilidade exige durante dez anos. O Motorista pode vê-los, pedir a sua correção e reclamar junto da Comissão Nacional de Proteção de Dados.'
const FORUM =
  'Aplica-se a lei portuguesa. O que as partes não resolverem por acordo vai ao tribunal que a lei determinar.'
const WRITTEN =
  'Só o que as partes escreverem e assinarem altera este contrato. Se uma cláusula for inválida, as outras mantêm-se.'
const AUTONOMY =
  'O Motorista presta o serviço com autonomia: escolhe quando liga as aplicações, que viagens aceita e onde descansa, e pode trabalhar para outros operadores. Este contrato não cria vínculo laboral, sem prejuízo do artigo 12.º-A do Código do Trabalho.'
const RULES =
  'O Motorista cumpre a Lei n.º 45/2018, os tempos de condução e as regras das plataformas. Conduz ele próprio: não entrega a ninguém a viatura durante o serviço nem a sua conta numa plataforma.'
const WEEKLY =
  'As contas fazem-se por semana, de segunda-feira a domingo. O extrato mostra cada valor e a sua origem. O Operador paga o saldo contra fatura-recibo. O Motorista pode contestar uma linha, e o Operador responde.'
const ENDING =
  'Qualquer das partes pode terminar o contrato, por escrito, com trinta dias de antecedência. A violação grave de uma obrigação permite terminá-lo de imediato, por escrito e com o motivo. As contas fecham-se no extrato seguinte.'

// For contracts that cede a driver's own car to the operator.
const OPERATOR_USES = OPERATOR.replace('«Operador»', '«Comodatário»')
const OPERATOR_USES_ONLY = OPERATOR.replace('«Operador»', '«Cessionário»')
const OWNER = DRIVER.replace('«Motorista»', '«Comodante»')
const GIVER = DRIVER.replace('«Motorista»', '«Cedente»')
const OWN_DRIVER =
  'Só o Comodante conduz a viatura em serviço. Tem a carta de condução {{driverLicence}} e o certificado de motorista de TVDE {{driverCertificate}}.'
const LINKED =
  'A viatura está associada ao Comodante e ao Comodatário no IMT com o n.º {{carLink}}. O Comodatário regista-a nas plataformas em nome do Comodante como único condutor.'
const KEPT =
  'O Comodante mantém o seguro que a lei exige para TVDE, com a apólice {{carInsurance}}, e a inspeção em dia. Paga a manutenção, o combustível ou o carregamento, o imposto de circulação e as coimas rodoviárias. Avisa o Comodatário de um acidente no prazo de duas horas, e logo que um documento caduque.'
const CEDING_END =
  'Qualquer das partes termina o acordo, por escrito, com trinta dias de antecedência. Termina também com o contrato de prestação de serviços, com a venda da viatura, ou quando um deles deixe de a poder usar em TVDE.'
const OWNER_DATA = DATA.replaceAll('Operador', 'Comodatário').replaceAll('Motorista', 'Comodante')

/**
 * The texts of version 1 in Portuguese, written for this product. A lawyer of the operator must check them before they
 * are used.
 */
export const PT: Readonly<Record<ContractKind, string>> = {
  'own-car': `# Contrato de prestação de serviços de TVDE com viatura própria
Entre:
${OPERATOR}
${DRIVER}
## 1. Objeto
O Motorista presta serviços de transporte em veículo descaracterizado a partir de plataforma eletrónica (TVDE) através do Operador, com a viatura {{carName}}, matrícula {{carPlate}}, que traz para o serviço.
## 2. Autonomia
${AUTONOMY}
## 3. Habilitação
${PERMITS}
## 4. Regras do serviço
${RULES}
## 5. Viatura
A viatura tem inspeção, dístico e os seguros que a lei exige para TVDE, a cargo do Motorista. A manutenção, o combustível, o carregamento e as coimas rodoviárias são seus. Um acidente comunica-se ao Operador no prazo de duas horas.
## 6. Contas e pagamento
${WEEKLY}
Taxa do Operador: {{fee}}.
Portagens: {{tolls}}.
## 7. Impostos, segurança social e seguros
O Motorista declara a sua atividade, paga os seus impostos e contribuições e tem seguro de acidentes de trabalho por conta própria.
## 8. Duração
O contrato vigora {{term}}.
## 9. Fim
${ENDING}
## 10. Dados pessoais
${DATA}
## 11. Disposições finais
${WRITTEN}
${FORUM}
`,
  'car-loan': `# Contrato de comodato de viatura para TVDE
Entre:
${OPERATOR_USES}
${OWNER}
## 1. Viatura
O Comodante é proprietário da viatura {{carName}}, matrícula {{carPlate}}, com primeira matrícula em {{carRegistered}}. A viatura está registada no IMT com o n.º {{carRecord}}.
## 2. Empréstimo e fim a que se destina
O Comodante entrega a viatura ao Comodatário, de graça, para o transporte em veículo descaracterizado a partir de plataforma eletrónica (TVDE). Não há renda nem outro preço pelo uso da viatura. O que as partes combinam sobre o serviço está no contrato de prestação de serviços.
## 3. Quem conduz
${OWN_DRIVER}
## 4. Associação no IMT e nas plataformas
${LINKED}
## 5. Obrigações do Comodante
${KEPT}
## 6. Obrigações do Comodatário
O Comodatário usa a viatura só para TVDE e só com esse motorista. Não a empresta, não a aluga nem a dá em garantia. Mostra este contrato às plataformas e a quem fiscaliza.
## 7. Prazo
O comodato vigora {{term}}. Não se prorroga: para continuar, as partes assinam outro contrato antes desse dia.
## 8. Fim antes do prazo
${CEDING_END}
## 9. Devolução
No fim, o Comodatário devolve a viatura no estado em que a recebeu, salvo o desgaste do uso normal. Pede que a viatura deixe de estar associada no IMT e nas plataformas.
## 10. Dados pessoais
${OWNER_DATA}
## 11. Disposições finais
${WRITTEN}
${FORUM}
`,
  'car-use': `# Acordo de cedência de utilização de viatura para TVDE
Entre:
${OPERATOR_USES_ONLY}
${GIVER}
## 1. Viatura
O Cedente é proprietário da viatura {{carName}}, matrícula {{carPlate}}, com primeira matrícula em {{carRegistered}}. A viatura está registada no IMT com o n.º {{carRecord}}.
## 2. Cedência
O Cedente autoriza o Cessionário a usar a viatura no transporte em veículo descaracterizado a partir de plataforma eletrónica (TVDE). A cedência não tem renda nem outro preço.
## 3. Quem conduz
${OWN_DRIVER.replaceAll('Comodante', 'Cedente')}
## 4. Associação no IMT e nas plataformas
${LINKED.replaceAll('Comodante', 'Cedente').replaceAll('Comodatário', 'Cessionário')}
## 5. Encargos e seguro
${KEPT.replaceAll('Comodante', 'Cedente').replaceAll('Comodatário', 'Cessionário')}
## 6. Limites
O Cessionário não cede a viatura a outra pessoa, não a aluga nem a dá em garantia. Mostra este acordo às plataformas e a quem fiscaliza.
## 7. Prazo
A cedência vigora {{term}}. Não se prorroga: para continuar, as partes assinam outro acordo antes desse dia.
## 8. Fim antes do prazo
${CEDING_END}
No fim, o Cessionário deixa de usar a viatura e pede que ela deixe de estar associada no IMT e nas plataformas.
## 9. Dados pessoais
${OWNER_DATA.replaceAll('Comodante', 'Cedente').replaceAll('Comodatário', 'Cessionário')}
## 10. Disposições finais
${WRITTEN}
${FORUM}
`,
  'fleet-car': `# Contrato de prestação de serviços de TVDE com viatura da frota
Entre:
${OPERATOR}
${DRIVER}
## 1. Objeto
O Motorista presta serviços de transporte em veículo descaracterizado a partir de plataforma eletrónica (TVDE) através do Operador, com a viatura {{carName}}, matrícula {{carPlate}}, que o Operador lhe entrega para esse fim.
## 2. Autonomia
${AUTONOMY}
## 3. Habilitação
${PERMITS}
## 4. Regras do serviço
${RULES}
## 5. Entrega e devolução da viatura
As partes registam o estado da viatura, com fotografias e quilómetros, na entrega e na devolução. O Motorista usa-a com cuidado, não a empresta nem a leva para fora de Portugal sem acordo escrito. Outra viatura da frota pode substituí-la, com novo registo.
## 6. Danos, acidentes e coimas
Um dano ou acidente comunica-se ao Operador no prazo de duas horas. O Motorista responde pelos danos que causar com culpa, até à franquia do seguro, salvo dolo ou condução sob o efeito de álcool ou drogas. As coimas rodoviárias são de quem conduzia. O Operador informa o Motorista antes de cobrar.
## 7. Contas e pagamento
${WEEKLY}
Taxa do Operador: {{fee}}.
Utilização da viatura: {{rent}} por semana.
Portagens: {{tolls}}.
## 8. Impostos, segurança social e seguros
O Operador mantém o seguro da viatura exigido para TVDE. O Motorista declara a sua atividade, paga os seus impostos e contribuições e tem seguro de acidentes de trabalho por conta própria.
## 9. Duração
O contrato vigora {{term}}.
## 10. Fim
${ENDING}
A viatura devolve-se no último dia.
## 11. Dados pessoais
${DATA}
## 12. Disposições finais
${WRITTEN}
${FORUM}
`,
  rental: `# Contrato de aluguer de viatura
Entre:
${OPERATOR}
${DRIVER}
## 1. Objeto
O Operador dá de aluguer ao Motorista a viatura {{carName}}, matrícula {{carPlate}}, para o serviço de TVDE que este presta através do Operador.
## 2. Preço
O preço é de {{rent}} por semana e entra no extrato semanal.
Portagens: {{tolls}}.
## 3. Entrega e devolução
As partes registam o estado da viatura, com fotografias e quilómetros, na entrega e na devolução. Faltas e danos novos descrevem-se nesse registo.
## 4. Uso
O Motorista, titular da carta de condução {{driverLicence}}, conduz ele próprio. Não subaluga nem empresta a viatura. Paga o combustível ou o carregamento.
## 5. Manutenção e seguro
O Operador paga a manutenção normal, os pneus gastos pelo uso, a inspeção, o imposto de circulação e o seguro. O Motorista leva a viatura à oficina nas datas combinadas e avisa de qualquer avaria.
## 6. Danos, acidentes e coimas
Um dano ou acidente comunica-se no prazo de duas horas. O Motorista responde pelos danos que causar com culpa, até à franquia do seguro, salvo dolo. As coimas rodoviárias são de quem conduzia.
## 7. Duração e fim
O aluguer vigora {{term}}. Qualquer das partes o termina, por escrito, com trinta dias de antecedência. Termina também com o contrato de prestação de serviços.
## 8. Dados pessoais
${DATA}
## 9. Disposições finais
${WRITTEN}
${FORUM}
`,
  deposit: `# Acordo de caução
Entre:
${OPERATOR}
${DRIVER}
## 1. Caução
O Motorista entrega ao Operador uma caução de {{total}}, em {{instalments}}, a partir da {{firstWeek}}. Motivo: {{planReason}}.
## 2. O que garante
A caução garante a devolução da viatura, os danos que o Motorista deva pagar e os saldos a favor do Operador. Não é um pagamento antecipado nem vence juros.
## 3. Uso
O Operador só usa a caução depois de informar o Motorista, por escrito, do valor e do motivo, com os documentos que tiver.
## 4. Devolução
O Operador devolve o que não usou depois da devolução da viatura e do último extrato, no prazo de trinta dias. Se houver coimas ou portagens por chegar, pode reter o valor provável delas até as conhecer.
## 5. Duração
O acordo vigora {{term}}.
## 6. Disposições finais
${DATA}
${WRITTEN}
${FORUM}
`,
  plan: `# Acordo de pagamento em prestações
Entre:
${OPERATOR}
${DRIVER}
## 1. Dívida
O Motorista deve ao Operador {{total}}. Motivo: {{planReason}}.
## 2. Prestações
Paga a dívida em {{instalments}}, descontadas no extrato semanal a partir da {{firstWeek}}.
## 3. Limite
O desconto de cada semana respeita o teto combinado para o extrato. O que não couber passa para a semana seguinte, sem penalização.
## 4. Compensação
O Motorista aceita que o Operador compense as prestações com o que tem a pagar-lhe. Pode pagar mais cedo, no todo ou em parte.
## 5. Se o contrato terminar
O que faltar entra na conta final. As partes podem combinar, por escrito, outro prazo.
## 6. Duração
O acordo vigora {{term}}, e termina mais cedo com a dívida paga.
## 7. Disposições finais
${DATA}
${WRITTEN}
${FORUM}
`,
  amendment: `# Aditamento ao contrato n.º {{originalNumber}}
Entre:
${OPERATOR}
${DRIVER}
## 1. Contrato que se altera
As partes assinaram em {{originalDay}} o contrato n.º {{originalNumber}}, «{{originalKind}}».
## 2. O que muda
{{changes}}
## 3. Quando
A alteração vale desde {{firstDay}}.
## 4. O resto
O que este aditamento não altera mantém-se como está.
${WRITTEN}
${FORUM}
`,
}
