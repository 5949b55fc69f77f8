import {
  admissionListSchema,
  admissionSchema,
  admissionsBody,
  admissionSessionSchema,
  conflictBody,
  createdAdmissionsSchema,
  invalidAdmissions,
  invalidConflict,
} from './admission/admission-resource';
import { admitTickets } from './admission/admit-tickets';
import { findVisitors } from './admission/find-visitors';
import { admissionQuery, admissionsQuery, getAdmission, listAdmissions } from './admission/read-admissions';
import { dayQuery, getAdmissionList, listAdmissionSessions, listQuery } from './admission/read-day';
import { resolveConflict } from './admission/resolve-conflict';
import { foundVisitorsSchema, invalidVisitorSearch, visitorSearchBody } from './admission/visitor-resource';
import { listVisitors, visitorListQuery } from './admission/list-visitors';
import { visitorListSchema } from './admission/visitor-list-resource';
import type { ServiceContext } from './dependencies';
import { listRoute, route, type RouteOf } from './http/route';

const ofAdmissions = {
  tag: { name: 'Admissions', description: 'Checking tickets at the entrance. Our addition.' },
  section: null,
  scope: 'ticket:redeem',
};

/** Admission at the entrance: our extensions. */
export const admissionRoutes = {
  admitTickets: route({
    ...ofAdmissions,
    method: 'POST',
    path: '/v1/booking/admissions/_bulk',
    summary: 'Judge scans at an entrance',
    description:
      'A ticket is admitted once: the first scan that arrives admits it, and the others are told when and where. Tickets are those that the organization sold, and those of its own catalogues. The `id` of a scan is chosen by the client: sent again, it gets the same result. An admission can be undone for a minute.',
    body: admissionsBody,
    invalid: invalidAdmissions,
    response: createdAdmissionsSchema,
    handle: admitTickets,
  }),
  listAdmissions: listRoute({
    ...ofAdmissions,
    method: 'GET',
    path: '/v1/booking/admissions',
    summary: 'The scans of the organization, the latest first',
    query: admissionsQuery,
    response: admissionSchema,
    handle: listAdmissions,
  }),
  getAdmission: route({
    ...ofAdmissions,
    method: 'GET',
    path: '/v1/booking/admissions/{id}',
    summary: 'One scan and its result',
    description: 'With `catalogs`, of a ticket of another catalogue only that it is `other_session`.',
    query: admissionQuery,
    response: admissionSchema,
    handle: getAdmission,
  }),
  resolveConflict: route({
    ...ofAdmissions,
    method: 'POST',
    path: '/v1/booking/admissions/{id}/_resolve',
    summary: 'Say that a person has looked at a conflict',
    description: 'The first who says so stays recorded. 404 for a scan that is no conflict.',
    body: conflictBody,
    invalid: invalidConflict,
    response: admissionSchema,
    handle: resolveConflict,
  }),
  listAdmissionSessions: listRoute({
    ...ofAdmissions,
    method: 'GET',
    path: '/v1/booking/admission_sessions',
    summary: 'The sessions of a day for which tickets were sold',
    description: 'Tickets for any time of the day are counted by event, without a session.',
    query: dayQuery,
    response: admissionSessionSchema,
    handle: listAdmissionSessions,
  }),
  findVisitors: route({
    ...ofAdmissions,
    method: 'POST',
    path: '/v1/booking/admission_list/_search',
    summary: 'Tickets of a day by the name of the holder or the customer',
    description:
      'Only tickets that the organization sold itself, with names and nothing else of the persons; 50 at most. Of chosen sessions and events, or of everything of the day. It changes nothing.',
    body: visitorSearchBody,
    invalid: invalidVisitorSearch,
    response: foundVisitorsSchema,
    handle: findVisitors,
  }),
  listVisitors: route({
    ...ofAdmissions,
    method: 'GET',
    scope: 'booking:read',
    path: '/v1/ticketing/catalogs/{catalogId}/events/{eventId}/visitors',
    summary: 'Who comes to a session, or to an event at any time of a day',
    description:
      'The tickets that the organization sold itself, also those that are cancelled, with names, tariff, state, seat, and the answers to the issuer’s questions in words; by id, 2,000 at most. Without `session` those for any time of `date`.',
    query: visitorListQuery,
    response: visitorListSchema,
    localized: true,
    handle: listVisitors,
  }),
  getAdmissionList: route({
    ...ofAdmissions,
    method: 'GET',
    path: '/v1/booking/admission_list',
    summary: 'The tickets of a day, to judge scans without a connection',
    description:
      'Hashes instead of codes, and no personal data. Has an entity tag: with `If-None-Match` the answer is 304 while no ticket has changed.',
    query: listQuery,
    response: admissionListSchema,
    tagged: true,
    handle: getAdmissionList,
  }),
} satisfies Record<string, RouteOf<ServiceContext>>;
