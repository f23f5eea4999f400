/** What a person reads when a rule says no. The key is the code of the refusal; params are placeholders. */
export const errors = {
  access: {
    denied: 'Esta página não está aberta a esta conta.',
    'signed-out': 'A sessão terminou. Entre de novo para continuar.',
  },
  record: {
    'not-found': 'O que procura não existe, ou já não está aqui.',
    'changed-meanwhile': 'Alguém alterou isto entretanto. Veja o que mudou e repita, se ainda fizer sentido.',
  },
  week: {
    unreadable: 'Não há nenhuma semana com o nome «{text}». Escreve-se assim: 2026-W23.',
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
    'popup-blocked': 'O navegador bloqueou a janela de início de sessão. Permita janelas pop-up neste site ou continue nesta página.',
    'popup-closed-by-user': 'A janela de início de sessão foi fechada antes de concluir. Tente novamente.',
    'network-request-failed': 'Não foi possível contactar o serviço de autenticação. Verifique a sua ligação à Internet e tente novamente.',
    'unauthorized-domain': 'Este endereço não está autorizado para iniciar sessão. Contacte o administrador do site.',
    'weak-password': 'A palavra-passe deve ter pelo menos {min} caracteres.',
    'common-password': 'Esta palavra-passe é demasiado comum. Escolha outra.',
  },
  account: {
    'driver-without-email': 'Este motorista não tem e-mail na ficha. Escreva-o primeiro.',
    'is-administrator': 'Este e-mail é de uma conta de administrador. Não se convida a partir da ficha de um motorista.',
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
  },
}
