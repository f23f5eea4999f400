/** What is known of where a car is: no position. What is known besides, and where it stands. */
export const tracking = {
  title: 'Localização',
  subtitle: 'O site não recolhe a localização da viatura nem a do telemóvel.',
  known: 'O que a empresa sabe da viatura',
  points: [
    'Quem tem a viatura, e em que dias.',
    'As passagens na Via Verde, com a hora e o local. Vêm da fatura da Via Verde.',
    'Os abastecimentos e carregamentos, com a hora e o posto. Vêm da lista do cartão.',
    'Os quilómetros que o escritório escreve na entrega e na devolução.',
  ],
  where: 'Onde ver',
  whereText: 'No extrato, toque no nome de uma linha. Cada passagem e cada abastecimento estão lá.',
  later: 'Se um dia a empresa usar localização, tem de avisar os motoristas antes.',
}
