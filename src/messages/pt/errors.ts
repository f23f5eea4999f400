import { fileErrors } from './files.ts'

/** What a person reads when a rule says no. The key is the code of the refusal; params are placeholders. */
export const errors = {
  ...fileErrors,
  access: {
    denied: 'Esta página não está aberta a esta conta.',
    'signed-out': 'A sessão terminou. Entre de novo para continuar.',
  },
  record: {
    'not-found': 'O que procura não existe, ou já não está aqui.',
    'changed-meanwhile': 'Alguém alterou isto entretanto. Veja o que mudou e repita, se ainda fizer sentido.',
  },
  mail: { nobody: 'Nenhum destes motoristas tem um e-mail na ficha para onde avisar.' },
  week: {
    empty: 'A semana {week} ainda não tem nada para aprovar.',
    unmatched: {
      one: 'Há {count} linha por associar. Associe-a, ou aprove deixando-a de fora.',
      other: 'Há {count} linhas por associar. Associe-as, ou aprove deixando-as de fora.',
    },
    'changed-meanwhile': 'Os valores mudaram desde que abriu a página. Veja os novos totais e aprove outra vez.',
    unreadable: 'Não há nenhuma semana com o nome «{text}». Escreve-se assim: 2026-W23.',
  },
  settlement: {
    'not-voidable': 'Este extrato já está num lote ou pago. Um extrato pago não muda: o acerto vai na semana aberta.',
    'not-payable': 'Este extrato não tem nada por pagar, ou já está num lote.',
  },
  company: {
    'iban-missing': 'Falta o IBAN da empresa. Escreva-o na ficha da empresa e descarregue de novo o ficheiro.',
  },
  payment: {
    nobody: 'Na semana {week} não há ninguém para pagar pelo banco.',
  },
  import: {
    undone: 'Esta importação já foi anulada.',
    frozen:
      'Todas as linhas deste ficheiro já estão em extratos emitidos. Anule primeiro esses extratos, se ainda não foram pagos.',
  },
  drop: {
    empty: 'Não veio nenhum ficheiro. Largue ou escolha os relatórios da semana.',
    'too-many': 'Vieram {count} ficheiros; de uma vez vão até {most}.',
    'too-large': 'O ficheiro {name} passa de 100 MB. Divida-o por semanas.',
  },
  batch: {
    'not-open': 'Este lote já foi fechado.',
  },
  form: {
    reused: 'Este formulário já foi enviado. Volte a abrir a página antes de o enviar outra vez.',
  },
  identity: {
    'invalid-email': 'O endereço de e-mail não é válido. Confirme se o escreveu corretamente.',
    'wrong-password': 'E-mail ou palavra-passe incorretos.',
    'missing-password': 'Introduza a sua palavra-passe.',
    'invalid-credential': 'E-mail ou palavra-passe incorretos. Tente novamente ou reponha a palavra-passe.',
    'email-already-in-use': 'Já existe uma conta com este e-mail. Inicie sessão ou reponha a palavra-passe.',
    'user-not-found': 'E-mail ou palavra-passe incorretos.',
    'too-many-requests': 'Demasiadas tentativas. Aguarde alguns minutos e tente novamente, ou reponha a palavra-passe.',
    'expired-action-code': 'Esta ligação expirou. Peça uma nova.',
    'invalid-action-code': 'Esta ligação não é válida ou já foi utilizada. Peça uma nova.',
    'requires-recent-login': 'Por segurança, confirme a sua palavra-passe para continuar.',
    'user-token-expired': 'A sua sessão terminou. Inicie sessão novamente.',
    'user-disabled': 'Esta conta está desativada. Contacte o administrador.',
    'operation-not-allowed': 'Este método de início de sessão não está disponível.',
    'popup-blocked':
      'O navegador bloqueou a janela de início de sessão. Permita janelas pop-up neste site ou continue nesta página.',
    'popup-closed-by-user': 'A janela de início de sessão foi fechada antes de concluir. Tente novamente.',
    'network-request-failed':
      'Não foi possível contactar o serviço de autenticação. Verifique a sua ligação à Internet e tente novamente.',
    'unauthorized-domain': 'Este endereço não está autorizado para iniciar sessão. Contacte o administrador do site.',
    'weak-password': 'A palavra-passe deve ter pelo menos {min} caracteres.',
    'common-password': 'Esta palavra-passe é demasiado comum. Escolha outra.',
  },
  account: {
    'driver-without-email': 'Este motorista não tem e-mail na ficha. Escreva-o primeiro.',
    'is-administrator':
      'Este e-mail é de uma conta de administrador. Não se convida a partir da ficha de um motorista.',
  },
  key: {
    taken: 'O identificador {value} já é de {owner}.',
  },
  driver: {
    'ref-taken': 'A referência {ref} já é de {driver}.',
  },
  terms: {
    'week-taken': 'Já há condições a começar na semana {week}. Altere essas, ou escolha outra semana.',
    'week-approved':
      'A semana {week} já está aprovada com as condições anteriores. As novas só podem começar depois dela.',
  },
  vehicle: {
    'plate-taken': 'Já há uma viatura com a matrícula {plate}.',
  },
  assignment: {
    overlaps: 'A {plate} está com {driver} nesse tempo ({period}). Termine ou corrija primeiro esse período.',
    empty: 'O fim tem de ser depois do início.',
    'same-driver': 'A viatura já está com {driver}.',
  },
  fleet: {
    'not-empty': 'Já há motoristas registados. Para acrescentar o que falta, repita com --merge.',
  },
  roster: {
    unreadable: 'O ficheiro da frota não foi compreendido: em «{path}» está {found}.',
    'unknown-name': 'O ficheiro da frota nomeia em «{path}» {found}, que não está na sua lista.',
  },
  field: {
    required: 'Falta preencher este campo.',
    invalid: 'Este valor não foi compreendido.',
    'too-long': 'O texto é demasiado longo.',
    'too-short': 'O texto é demasiado curto.',
    money: 'Escreva um valor em euros, por exemplo 25,00.',
    number: 'Escreva um número inteiro.',
    day: 'Escreva uma data que exista, por exemplo 26/11/2026.',
    email: 'Escreva um e-mail completo, por exemplo nome@exemplo.pt.',
    choice: 'Escolha uma das opções.',
    iban: 'Este IBAN não está certo. Confirme os algarismos, ou copie-o do banco.',
    uuid: 'Escreva o identificador completo, como 17dbf0fa-850a-4120-b6cf-88253a8163c8.',
    percent: 'Escreva uma percentagem entre 0 e 100, por exemplo 4 ou 7,5.',
    ref: 'Só letras, algarismos, ponto e hífen, sem espaços.',
    'ends-before': 'O fim tem de ser depois do início.',
    plate: 'Escreva uma matrícula, por exemplo AB-12-CD.',
    year: 'Escreva um ano com quatro algarismos.',
    time: 'Escreva uma hora, por exemplo 06:00.',
  },
}
