import { cited } from '../cited.ts'

/** O que dizem as assinaturas eletrónicas de um PDF recebido. */
export const signature = {
  title: 'Verificar uma fatura em PDF',
  subtitle: 'Diz se um PDF tem assinatura eletrónica e o que ela diz. O ficheiro não fica guardado.',
  open: 'Verificar uma fatura em PDF',
  law: `Desde {day}, uma fatura em PDF precisa de assinatura eletrónica qualificada (${cited('signed-invoices')}). Confirme com o contabilista.`,
  lawNext: `A partir de {day}, uma fatura em PDF precisa de assinatura eletrónica qualificada (${cited('signed-invoices')}). Confirme com o contabilista.`,
  trust: 'O certificado não foi procurado em nenhuma lista de confiança. Aqui só se lê o que ele diz de si.',
  paper: 'Fatura (PDF)',
  look: 'Ver a assinatura',
  unseen: 'assinatura por ver',
  states: {
    qualified: 'assinado, inteiro, certificado diz-se qualificado',
    unqualified: 'assinado e inteiro, certificado não se diz qualificado',
    added: 'assinado, mas houve acrescentos depois',
    changed: 'alterado depois de assinado',
    unproved: 'tem assinatura que não se consegue verificar',
    none: 'sem assinatura',
    'not-pdf': 'não é um PDF',
  },
  advice: {
    qualified: 'O ficheiro está como foi assinado. O certificado diz de si que é qualificado.',
    unqualified:
      'O ficheiro está como foi assinado. O certificado não diz de si que é qualificado: pergunte ao fornecedor.',
    added: 'A assinatura está certa, mas não cobre o fim do ficheiro. Peça a fatura outra vez ao fornecedor.',
    changed: 'O que foi assinado não é o que está no ficheiro. Peça a fatura outra vez ao fornecedor.',
    unproved:
      'Há uma assinatura, mas não foi possível lê-la ou verificá-la aqui. Abra o PDF num leitor de assinaturas.',
    none: 'O ficheiro não tem assinatura eletrónica. Uma imagem de uma assinatura não conta.',
    'not-pdf': 'Uma fotografia ou outro ficheiro não tem assinatura que se possa ver aqui.',
  },
  one: 'Assinatura {place}',
  stamp: 'Selo temporal {place}',
  facts: {
    fits: 'Cobre',
    subject: 'De quem',
    issuer: 'Certificado emitido por',
    valid: 'Certificado válido',
    qualified: 'Diz-se qualificado',
    device: 'Diz que a chave está num dispositivo qualificado',
    use: 'Feito para',
    at: 'Data que o ficheiro diz',
  },
  fits: {
    yes: 'estes bytes, até ao fim do ficheiro',
    part: 'estes bytes, mas não o fim do ficheiro',
    changed: 'outros bytes, que não estes',
    unproved: 'não se conseguiu verificar',
  },
  uses: { signature: 'assinaturas de pessoas', seal: 'selos de empresas', site: 'sítios na internet' },
  selfMade: '{name}, por si próprio',
  period: '{from} a {until}',
  yes: 'sim',
  no: 'não',
  left: {
    one: 'Há mais {count} assinatura, mais antiga, que não foi vista.',
    other: 'Há mais {count} assinaturas, mais antigas, que não foram vistas.',
  },
}
