/** What `volante doctor` and the start say of the identity service: what is wrong, and what to do. */
export const identityCheck = {
  well: {
    settings: 'Serviço de autenticação configurado.',
    key: 'A chave do serviço de autenticação é aceite.',
    domain: 'O endereço do site ({host}) está autorizado no projeto.',
    provider: 'O início de sessão com e-mail e palavra-passe está ligado.',
    policy: 'A política de palavras-passe foi lida.',
    recaptcha: 'reCAPTCHA: nada por configurar.',
    serviceAccount: 'A conta de serviço pode gerir contas.',
    clock: 'O relógio desta máquina está certo.',
  },
  wrong: {
    keyMissing:
      'Há FIREBASE_PROJECT_ID mas falta FIREBASE_API_KEY. Indique as duas, ou nenhuma para usar o serviço embutido.',
    projectMissing:
      'Há FIREBASE_API_KEY mas falta FIREBASE_PROJECT_ID. Indique as duas, ou nenhuma para usar o serviço embutido.',
    serviceAccountMissing:
      'O ficheiro de FIREBASE_SERVICE_ACCOUNT não existe. Indique o caminho do JSON descarregado da consola, ou o próprio JSON.',
    serviceAccountUnreadable:
      'FIREBASE_SERVICE_ACCOUNT não é o JSON de uma conta de serviço. Crie uma chave nova na consola e use esse ficheiro tal como vem.',
    serviceAccountOfAnother:
      'A conta de serviço é de outro projeto. Use uma do projeto indicado em FIREBASE_PROJECT_ID.',
    emulatorInProduction: 'FIREBASE_AUTH_EMULATOR_HOST não se usa em produção. Retire-a.',
    emulatorElsewhere: 'FIREBASE_AUTH_EMULATOR_HOST tem de estar nesta máquina, por exemplo 127.0.0.1:9099.',
    googleHalf: 'GOOGLE_CLIENT_ID e GOOGLE_CLIENT_SECRET indicam-se as duas, ou nenhuma.',
    unreachable:
      'O serviço de autenticação não respondeu. Confirme a ligação desta máquina à Internet e que a firewall deixa sair HTTPS para *.googleapis.com.',
    keyWrong: 'A chave FIREBASE_API_KEY não existe. Copie a chave Web da consola: Definições do projeto, Geral.',
    keyRestricted:
      'A chave está limitada a certos sites ou endereços, e o pedido vem deste servidor ({said}). Na consola, retire essa limitação e limite-a antes às API Identity Toolkit e Token Service.',
    serviceOff: 'O projeto não tem o Authentication ligado. Na consola, abra Authentication e carregue em «Começar».',
    providerOff:
      'O início de sessão com e-mail e palavra-passe está desligado. Na consola, ligue-o em Authentication, Método de início de sessão.',
    enumerationOpen:
      'O projeto diz a quem tenta se um e-mail tem conta. Na consola, ligue a proteção contra enumeração de e-mails em Authentication, Definições.',
    domainMissing:
      '{host} não está nos domínios autorizados. Na consola, acrescente-o em Authentication, Definições, Domínios autorizados.',
    policyUnreadable:
      'A política de palavras-passe não foi lida: vale o mínimo de 6 caracteres. Verifique se a chave permite a API Identity Toolkit.',
    recaptchaKeyMissing:
      'O projeto exige reCAPTCHA mas não tem chave para sites. Crie-a na consola, ou desligue a exigência.',
    serviceAccountAbsent:
      'Sem conta de serviço: quem já tem conta entra, mas o escritório não convida nem gere contas. Indique FIREBASE_SERVICE_ACCOUNT.',
    serviceAccountRefused:
      'A conta de serviço ({path}) foi recusada. Crie uma chave nova na consola; a antiga pode ter sido apagada.',
    serviceAccountWithoutRole:
      'A conta de serviço não pode gerir contas do projeto {project}. Dê-lhe o papel «Administrador do Firebase Authentication».',
    clockSkewed:
      'O relógio desta máquina está errado em {seconds} segundos, e as assinaturas são recusadas. Ligue o acerto automático da hora (NTP).',
    unexpected: 'O serviço de autenticação respondeu algo que não se esperava: {said}. Veja docs/hosted-identity.md.',
  },
}
