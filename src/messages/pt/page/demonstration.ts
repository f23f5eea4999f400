/** What a demonstration says of itself, above every public page. */
export const demonstration = {
  label: 'Demonstração',
  text: 'O Volante faz as contas semanais de um operador TVDE. Esta empresa é inventada.',
  office: 'Entrar como escritório',
  driver: 'Entrar como motorista',
  logged: {
    demo: {
      'load-fleet': 'Frota de demonstração carregada',
      'agree-terms': 'Condições acordadas',
      'load-papers': 'Documentos carregados',
    },
  },
}
