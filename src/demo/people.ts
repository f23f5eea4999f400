import type { z } from 'zod'
import type { DocumentKind, RejectionCause } from '#domain/application.ts'
import type { MessageInput } from '#features/visitors/contact/schema.ts'
import type { papersInput, personInput, vehicleInput } from '#features/recruitment/schema.ts'

/** An applicant: the typed fields, and what the office has done so far. */
export type DemoApplicant = {
  /** Number of days before today on which the application was sent. */
  daysAgo: number
  referral: string | null
  person: z.input<typeof personInput>
  papers: z.input<typeof papersInput>
  vehicle?: z.input<typeof vehicleInput>
  documents: readonly DocumentKind[]
  notes: readonly { state: 'received' | 'talking' | 'checking'; text: string }[]
  /** A task, due a number of days after the application came. */
  task?: { days: number; what: string }
  end?: { cause: RejectionCause; reason: string } | 'withdrawn'
}

/** Invented people; series ZX of plates is not issued. */
export const APPLICANTS: readonly DemoApplicant[] = [
  {
    daysAgo: 1,
    referral: 'rui-valadas',
    person: {
      name: 'Marta Figueira',
      email: 'marta.figueira@example.org',
      phone: '990 000 101',
      municipality: 'Almada',
      regime: 'rental',
    },
    papers: { licenceYear: '2014', certificate: 'valid', certificateUntil: '2029-05-14', platforms: 'uber', nif: '' },
    documents: ['licence', 'certificate'],
    notes: [],
  },
  {
    daysAgo: 6,
    referral: null,
    person: {
      name: 'Tiago Bastos',
      email: 'tiago.bastos@example.org',
      phone: '990 000 102',
      municipality: 'Sintra',
      regime: 'percentage',
      source: 'social',
    },
    papers: { licenceYear: '2019', certificate: 'soon', certificateUntil: '', platforms: 'none', nif: '' },
    documents: [],
    task: { days: 30, what: 'Perguntar como correu o exame do IMT.' },
    notes: [{ state: 'talking', text: 'Exame do IMT marcado para o mês que vem. Voltar a falar depois.' }],
  },
  {
    daysAgo: 9,
    referral: 'oksana-melnyk',
    person: {
      name: 'Dmytro Kovalenko',
      email: 'dmytro.kovalenko@example.org',
      phone: '990 000 103',
      municipality: 'Loures',
      regime: 'slot',
    },
    papers: { licenceYear: '2011', certificate: 'valid', certificateUntil: '2028-11-02', platforms: 'both', nif: '' },
    vehicle: { make: 'Dacia', model: 'Jogger', plate: 'ZX-21-DK', year: '2023' },
    documents: ['licence', 'certificate', 'identity', 'vehicle', 'insurance'],
    task: { days: 9, what: 'Pedir o comprovativo de IBAN por WhatsApp.' },
    notes: [
      { state: 'talking', text: 'Quer começar com viatura própria a uma segunda-feira.' },
      { state: 'checking', text: 'Seguro visto: inclui TVDE. Falta só o comprovativo de IBAN.' },
    ],
  },
  {
    daysAgo: 15,
    referral: null,
    person: {
      name: 'Leonor Cruz',
      email: 'leonor.cruz@example.org',
      phone: '990 000 104',
      municipality: 'Oeiras',
      regime: 'rental',
      source: 'search',
    },
    papers: { licenceYear: '2008', certificate: 'valid', certificateUntil: '2027-02-20', platforms: 'both', nif: '' },
    documents: ['licence', 'certificate', 'identity', 'iban'],
    notes: [{ state: 'checking', text: 'Documentos completos. À espera da viatura que volta da oficina.' }],
  },
  {
    daysAgo: 20,
    referral: null,
    person: {
      name: 'Gonçalo Simões',
      email: 'goncalo.simoes@example.org',
      phone: '990 000 105',
      municipality: 'Setúbal',
      regime: 'rental',
      source: 'advert',
    },
    papers: { licenceYear: '2025', certificate: 'none', certificateUntil: '', platforms: 'none', nif: '' },
    documents: ['licence'],
    notes: [],
    end: {
      cause: 'requirements',
      reason: 'A lei pede carta há pelo menos três anos. Quando os fizer, teremos gosto em voltar a falar.',
    },
  },
  {
    daysAgo: 24,
    referral: 'rui-valadas',
    person: {
      name: 'Vera Antunes',
      email: 'vera.antunes@example.org',
      phone: '990 000 106',
      municipality: 'Amadora',
      regime: 'percentage',
    },
    papers: { licenceYear: '2016', certificate: 'valid', certificateUntil: '2030-01-09', platforms: 'bolt', nif: '' },
    documents: [],
    notes: [],
    end: 'withdrawn',
  },
]

/** Visitors' messages, by days before today; the first still waits for an answer. */
export const MESSAGES: readonly {
  daysAgo: number
  language: 'pt' | 'en'
  isAnswered: boolean
  message: MessageInput
}[] = [
  {
    daysAgo: 2,
    language: 'pt',
    isAnswered: false,
    message: {
      topic: 'fleet',
      name: 'Isabel Tavares',
      email: 'isabel.tavares@example.org',
      phone: '+351990000201',
      text: 'Temos três viaturas paradas, duas elétricas, e gostávamos de saber como seria pô-las na vossa frota.',
    },
  },
  {
    daysAgo: 8,
    language: 'en',
    isAnswered: true,
    message: {
      topic: 'application',
      name: 'Rajan Adhikari',
      email: 'rajan.adhikari@example.org',
      phone: null,
      text: 'My TVDE certificate was issued in Porto. Can I start with a fleet car in Lisbon?',
    },
  },
]
