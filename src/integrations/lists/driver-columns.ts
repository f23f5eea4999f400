import type { ListField } from '#domain/driver-list.ts'
import type { ListColumns } from './list-cells.ts'

/** Headings of spreadsheets by field, without accents and signs. A heading must match as a whole, not only its beginning. */
const HEADINGS: Record<ListField, readonly string[]> = {
  name: [
    'nome',
    'nome completo',
    'nome do motorista',
    'motorista',
    'condutor',
    'name',
    'full name',
    'driver',
    'driver name',
  ],
  nif: [
    'nif',
    'contribuinte',
    'n contribuinte',
    'no contribuinte',
    'numero de contribuinte',
    'tax number',
    'nif do motorista',
  ],
  iban: ['iban', 'conta', 'conta bancaria', 'iban do motorista', 'bank account', 'account'],
  holder: ['titular', 'titular da conta', 'account holder', 'holder'],
  email: ['email', 'e mail', 'mail', 'correio eletronico', 'endereco de email', 'email address'],
  phone: [
    'telemovel',
    'telefone',
    'tlm',
    'contacto',
    'n telemovel',
    'numero de telemovel',
    'phone',
    'mobile',
    'phone number',
  ],
  regime: ['regime', 'modalidade', 'tipo', 'tipo de contrato', 'terms'],
  plate: ['matricula', 'viatura', 'carro', 'matricula da viatura', 'plate', 'number plate', 'vehicle', 'car'],
}

/** The columns of a list of drivers. */
export const DRIVER_COLUMNS: ListColumns<ListField> = {
  headings: HEADINGS,
  identifying: ['name', 'nif', 'email', 'phone'],
}
