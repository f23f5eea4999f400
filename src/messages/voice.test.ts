import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { pt } from './pt.ts'

/*
 * How the product speaks: a named subject, one idea, at most 18 words. What was once said otherwise, and was not understood,
 * may not come back.
 */
const LONGEST = 18

/** What a driver accepts of a plan is one sentence with all its figures; what was accepted is kept by its hash. */
const ACCEPTED = { key: 'page.plans.own.conditions', longest: 22 }

/** Words that were not understood when drivers and operators read them, each with what is said instead. */
const RETIRED: Readonly<Record<'pt' | 'en', readonly RegExp[]>> = {
  pt: [
    /o que a semana deixa/i, // o que sobra da semana
    /a transitar/i, // passa para o próximo extrato
    /desconto adiado/i, // fica para a próxima semana
    /acordar (novas|a proposta)/i, // definir, usar
    /\bcomeçar plano/i, // criar plano
    /\bprecisa de si\b/i, // a aguardar decisão
    /papel e permissões/i, // função e permissões
    /convida-se na ficha/i, // são convidados na respetiva ficha
    /mandámos/i, // enviámos
    /recusa inteiro/i, // recusa o ficheiro inteiro
    /resumo das palavras-passe/i, // hash
    /trabalho demorado/i, // tarefa
    /\bvazio:/i, // deixe vazio se…
    /antes de IVA e retenção/i, // sem IVA nem retenção
    /espera de um IBAN/i, // prazo de segurança
    /\bmetas?\b|\bMetas\b/, // objetivo; a Meta é a empresa do WhatsApp
    /base comissionável/i, // ganhos sem gorjetas, reembolsos nem IVA
    /segundos? fator/i, // verificação em dois passos
    /ganhar? fora\b|\bganho fora\b/i, // noutras empresas
    /vence por inteiro/i, // é pago de uma vez
    /\bensin/i, // configurar: um ficheiro ou uma lista configura-se
    /servidor de correio|ver o correio/i, // servidor de e-mail, mensagens
    /\bbrowser/i, // navegador
    /mensagem de ensaio/i, // mensagem de teste
    /esperava-se/i, // deve ser, por exemplo
    /dívida transita/i, // passa ao extrato seguinte
    /mudar de papel\b/i, // função: o papel é o que se imprime
    /faz-se por outro/i, // peça a outro
    /fora do serviço/i, // não está ao serviço
    /(?<!registo de )\{driver\} (está|foi|é|fica|ficou|(não )?(pode )?ser) \p{L}+(ad|id|ens)o\b/u, // sem género: quem conduz pode ser uma mulher
  ],
  en: [
    /comes about\b/i, // is calculated
    /cannot bear its costs/i, // if costs exceed earnings
    /is paid to only/i,
    /within the usual/i, // nothing unusual
    /\btell again\b/i, // notify again
    /the books do not hold/i, // the accounts don’t balance
    /comes off\b/i, // is deducted
    /an agreed discount/i, // deduction
    /\b(the|new|driver’s|of|under) papers\b/i, // documents; a contract that was signed by hand is on paper
    /\bkinds? of paper\b/i, // kind of document
    /\be-mails?\b/i, // email
    /commissionable base/i, // earnings without tips, refunds or VAT
    /second factor/i, // two-step verification
    /green receipt/i, // invoice (recibo verde)
    /\bprizes?\b|\brewards?\b/i, // bonus
    /\bhand-overs?\b/i, // handover
    /\bacquirer/i, // customer
    /\bpassages?\b/i, // toll
    /waits? no more/i, // is no longer waiting
    /\b(is|are|was|were|be|been|not|always) told\b(?! apart)/i, // notified
    /\bteach|\btaught\b/i, // set up
    /\bceilings?\b|\b(a|the|no) caps?\b/i, // limit
    /\b(a|the|of|final) leaving\b/i, // departure
    /log of changes/i, // audit log
    /\bhash\b/i, // fingerprint
    /\bthe books\b/i, // accounts
    /(is|are|not) understood\b/i, // cannot be read
    /expected one\b/i, // it should look like
    /\bthose chosen\b/i, // those selected
    /what waits/i, // pending items
    /earlier mean\b/i, // previous average
    /withheld tax/i, // tax withheld
    /VAT contained/i, // included
    /other means|paid otherwise/i, // in another way
    /borne by|driver bears/i, // paid by, the driver pays
    /\bin your area\b|\bown area\b/i, // the driver area
    /do the sums/i, // calculate
    /a fault\b|fault in\b/i, // error
    /\bgo(es|ing)? out now/i, // is sent
    /site’s paper/i, // background
    /to nobody\b/i,
    /\banew\b/i, // again
    /in place of/i, // instead of
    /save the\b/i, // buttons have no article
  ],
}

function textsOf(words: unknown, key = ''): [key: string, text: string][] {
  if (typeof words === 'string') return [[key, words]]
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([name, inside]) => textsOf(inside, key ? `${key}.${name}` : name))
}

const lengthOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

test.each([
  ['pt', pt],
  ['en', en],
] as const)('no sentence is longer than anybody reads in one go (%s)', (_, catalogue) => {
  const sentences = textsOf(catalogue).flatMap(([key, text]) =>
    text.split(/(?<=[.!?])\s+|\n+/).map((one) => ({ key, one })),
  )
  expect(sentences.length).toBeGreaterThan(5_000)
  const longestOf = (key: string) => (key.startsWith(ACCEPTED.key) ? ACCEPTED.longest : LONGEST)
  expect(sentences.filter(({ key, one }) => lengthOf(one) > longestOf(key))).toEqual([])
})

test.each([
  ['pt', pt],
  ['en', en],
] as const)('words that were not understood do not come back (%s)', (language, catalogue) => {
  // Columns of files keep their names: programs of others read them.
  const back = textsOf(catalogue).filter(
    ([key, text]) =>
      !/^page\.(exports|accounting)\.columns\./.test(key) &&
      RETIRED[language].some((retired) => retired.test(text.replaceAll(/\{\w+\}/g, ''))),
  )
  expect(back).toEqual([])
})

test.each(['pt', 'en'] as const)(
  'words that were not understood do not come back in the guide either (%s)',
  (language) => {
    const files = globSync(`src/messages/guide/*.${language}.md`)
    expect(files.length).toBeGreaterThan(10)
    const lines = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line}`),
    )
    const said = (line: string) => line.replaceAll(/\{[^}]*\}|`[^`]*`|^(.*: )?(Palavras|Words): .*$/g, '')
    expect(lines.filter((line) => RETIRED[language].some((retired) => retired.test(said(line))))).toEqual([])
  },
)
