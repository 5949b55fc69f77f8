import type { Wording } from '../wording';

export const es: Wording = {
  confirmation: {
    subject: (reference) => `Sus entradas – pedido ${reference}`,
    heading: 'Sus entradas están listas',
    introduction:
      'Gracias. Su pedido está confirmado y las entradas están en su página, para mostrarlas o imprimirlas.',
  },
  preparing: {
    subject: (reference) => `Su pedido está confirmado – pedido ${reference}`,
    heading: 'Su pedido está confirmado',
    introduction:
      'Gracias. Su pedido está confirmado. Las entradas se están preparando: le escribiremos de nuevo en cuanto estén listas.',
  },
  ticketsReady: {
    subject: (reference) => `Sus entradas están listas – pedido ${reference}`,
    heading: 'Sus entradas están listas',
    introduction:
      'Las entradas de su pedido ya están en la página del pedido, para mostrarlas o imprimirlas.',
  },
  refund: {
    subject: (reference) => `Su dinero está en camino – pedido ${reference}`,
    heading: 'No hemos podido completar su pedido',
    introduction: (amount) =>
      `Usted pagó ${amount}. Se le ha reembolsado el importe íntegro en el medio de pago que utilizó.`,
    when: 'Su banco lo mostrará en unos días.',
  },
  notCharged: {
    subject: (reference) => `No se le ha cobrado nada – pedido ${reference}`,
    heading: 'No hemos podido completar su pedido',
    introduction: 'No se le ha cobrado nada.',
    pending: (amount) =>
      `Si su banco muestra ${amount} como retenidos, ese movimiento desaparecerá por sí solo en unos días.`,
  },
  reasons: {
    sold_out:
      'Sus entradas estaban reservadas durante un tiempo limitado. Su pago llegó después y otras personas habían comprado las últimas.',
    price_changed:
      'Sus entradas estaban reservadas durante un tiempo limitado. Su pago llegó después y el precio había cambiado: no quisimos cobrarle algo que no había aceptado.',
    order_refused: 'El emisor de las entradas no aceptó el pedido.',
  },
  code: {
    subject: 'Su código para encontrar sus pedidos',
    heading: 'Su código',
    introduction: 'Introduzca este código en la página en la que lo ha solicitado:',
    goodFor: (minutes) => `Sirve una sola vez y durante ${minutes} minutos.`,
    ignore:
      'Si no lo ha solicitado, ignore este mensaje: sin el código nadie puede ver sus pedidos. Nunca se lo pediremos por teléfono ni por correo electrónico.',
  },
  openTickets: 'Abrir mis entradas',
  openOrder: 'Ver el pedido',
  keepLink:
    'Quien tenga este enlace puede abrir sus entradas: compártalo solo con personas a las que se las daría.',
  fee: 'Gastos de gestión',
  discount: 'Descuento',
  total: 'Total',
  anyTime: 'a cualquier hora de ese día',
  venueTime: (zone) => `Las horas son las del lugar (${zone}).`,
  reference: 'Referencia del pedido',
  colon: ':',
  automatic: 'Este mensaje se ha enviado automáticamente.',
};
