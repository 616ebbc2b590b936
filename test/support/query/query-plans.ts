/** The indexes that usual queries read, on both stores. */

/** A list, and the index that yields the records of a page in order, without a sort. */
export const QUERY_PLANS: [path: string, query: string, index: string, of?: string][] = [
  ["/api/missions", "", "missions_by_id"],
  ["/api/missions", "sort=id:desc", "missions_by_id"],
  ["/api/missions", "sort=launch_date", "missions_by_launch_date_and_id"],
  ["/api/missions", "sort_by=name,id&order=desc,desc", "missions_by_name__folded_and_id"],
  ["/api/missions", "status=active", "missions_by_status_and_id"],
  ["/api/missions", "mission_type=rover&sort=id", "missions_by_mission_type_and_id"],
  ["/api/missions", "launch_date=1969-07-16", "missions_by_launch_date_and_id"],
  ["/api/missions", "name=Apollo%2011", "missions_by_name__folded_and_id"],
  ["/api/missions", "destination=moon", "missions_by_destination_and_id"],
  ["/api/missions", "id=APOLLO-11", "missions_by_id"],
  ["/api/missions", "status=active&sort_by=launch_date", "missions_by_status_and_launch_date_and_id"],
  ["/api/missions", "sort=destination", "missions_by_destination_and_id"],
  ["/api/data", "parameter=pressure", "data_by_parameter__folded_and_id"],
  ["/api/data", "mission_id=VIKING-1", "data_by_mission_id_and_id"],
  ["/api/missions/{mission_id}/data", "", "data_by_mission_id_and_id", "viking-1"],
  ["/api/missions/{mission_id}/astronauts", "", "crew_by_mission_id_and_astronaut_id", "apollo-11"],
  ["/api/astronauts/{astronaut_id}/missions", "", "crew_by_astronaut_id_and_mission_id", "armstrong"],
];
