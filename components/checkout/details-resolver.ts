import { zodResolver } from '@hookform/resolvers/zod';
import { detailsSchema } from './details-schema';

export const resolveDetails = zodResolver(detailsSchema);
