/** What the site tells drivers of the operator's offer: the form of the office. */
export const offer = {
  title: 'Oferta no site',
  subtitle: 'O que o site diz a motoristas. O que ficar vazio não aparece.',
  see: 'Ver a página',
  now: 'O que o site diz agora',
  first: 'O site ainda não diz nada da oferta.',
  figures:
    'Das definições desta semana: caução de {deposit}, {down} na entrega. São {kilometres} km por semana, {rate} por cada km a mais.',
  change: 'Mudar estes valores',
  save: 'Guardar oferta',
  updated: 'Guardada em {at}',
  untold: 'Não mostrar',
  told: { deposit: 'Mostrar a caução', kilometres: 'Mostrar os quilómetros' },
  notHiring: {
    ended:
      'As vagas acabaram em {day} e o site já não as mostra. Escreva outro dia para voltar a haver vagas, ou deixe-o vazio.',
    nowhere: 'O site não mostra as vagas até {day} porque faltam as cidades.',
  },
  hiring: { contractor: 'Como independente, com recibo verde', employee: 'Com contrato de trabalho' },
  parts: { terms: 'Condições', cars: 'Viaturas e aluguer', places: 'Cidades e vagas' },
  fields: {
    tellsDeposit: 'Caução',
    tellsKilometres: 'Quilómetros incluídos',
    noticeDays: 'Aviso para sair, em dias',
    noticeDaysHelp: 'Deixe vazio para não mostrar.',
    rentBuysPt: 'O que o aluguer inclui, em português',
    rentBuysPtHelp: 'Uma coisa por linha: seguro e franquia, manutenção, viatura de substituição.',
    rentBuysEn: 'O que o aluguer inclui, em inglês',
    rentBuysEnHelp: 'Deixe vazio para mostrar o texto em português.',
    carsPt: 'Viaturas e energias, em português',
    carsPtHelp: 'Uma por linha, por exemplo: Toyota Corolla, híbrida.',
    carsEn: 'Viaturas e energias, em inglês',
    carsEnHelp: 'Deixe vazio para mostrar o texto em português.',
    cities: 'Cidades',
    citiesHelp: 'Uma por linha.',
    hiringUntil: 'Há vagas até',
    hiringUntilHelp: 'Com cidades e data, os motores de busca mostram a vaga até esse dia.',
    hiringAs: 'Quem entra trabalha',
  },
  logged: {
    offer: {
      noun: 'Oferta no site',
      save: 'Oferta no site alterada',
    },
  },
}
